package io.lyrebird.server.boot;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.server.tools.Tools;
import io.lyrebird.store.StoreException;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** The command line: {@code server [zoo.cfg]}, {@code status [zoo.cfg]}, {@code version}, and those of {@link Tools}. */
public final class Main {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;
    private static final int OUTPUT_BUFFER_BYTES = 1 << 16;

    private Main() {}

    public static void main(String[] args) {
        System.exit(run(args));
    }

    private static int run(String[] args) {
        String command = args.length == 0 ? "--help" : args[0];
        try {
            switch (command) {
                case "server":
                    return ServeCommand.run(config(args)) ? OK : FAILED;
                case "status":
                    return StatusCommand.run(config(args), System.out) ? OK : FAILED;
                case "rehearse":
                    Rehearsal.run();
                    return OK;
                case "version":
                    System.out.println(Version.current());
                    return OK;
                case "--help":
                    System.out.println("commands: server [zoo.cfg], status [zoo.cfg], version,"
                            + " import, export, copy, check, log, tree");
                    return OK;
                default:
                    if (Tools.has(command)) {
                        return new Tools(bufferedOutput(), System.err)
                                .run(command, Arrays.copyOfRange(args, 1, args.length));
                    }
                    System.err.println("there is no command '" + command + "'");
                    return MISUSED;
            }
        } catch (ConfigException e) {
            System.err.println(e.getMessage());
            return MISUSED;
        } catch (StoreException | IOException e) {
            System.err.println(e.toString());
            return FAILED;
        }
    }

    /** For commands that print a lot: in large pieces, and always UTF-8. */
    private static PrintStream bufferedOutput() {
        OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), OUTPUT_BUFFER_BYTES);
        return new PrintStream(out, false, StandardCharsets.UTF_8);
    }

    private static ServerConfig config(String[] args) throws ConfigException {
        return args.length > 1
                ? ZooCfg.parse(Path.of(args[1]), System.getProperties())
                : ZooCfg.defaults(System.getProperties());
    }
}
