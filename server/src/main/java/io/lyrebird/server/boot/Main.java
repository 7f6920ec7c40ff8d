package io.lyrebird.server.boot;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import java.nio.file.Path;

/** The command line: {@code server [zoo.cfg]}, {@code status [zoo.cfg]}, {@code version}. */
public final class Main {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

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
                case "version":
                    System.out.println(Version.current());
                    return OK;
                case "--help":
                    System.out.println("commands: server [zoo.cfg], status [zoo.cfg], version");
                    return OK;
                default:
                    System.err.println("there is no command '" + command + "'");
                    return MISUSED;
            }
        } catch (ConfigException e) {
            System.err.println(e.getMessage());
            return MISUSED;
        }
    }

    private static ServerConfig config(String[] args) throws ConfigException {
        return args.length > 1
                ? ZooCfg.parse(Path.of(args[1]), System.getProperties())
                : ZooCfg.defaults(System.getProperties());
    }
}
