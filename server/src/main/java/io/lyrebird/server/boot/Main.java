package io.lyrebird.server.boot;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.DataFolders;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
                    return serve(config(args));
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

    private static int serve(ServerConfig config) throws ConfigException {
        Logger log = LoggerFactory.getLogger(Main.class);
        config.warnings().forEach(log::warn);
        DataFolders.prepare(config);
        // Stands in for the server until it is here: enough to try the launcher.
        try (ServerSocket listener = new ServerSocket()) {
            listener.bind(config.clients().address());
            log.info("ready to serve on {}", listener.getLocalSocketAddress());
            while (true) {
                try (Socket client = listener.accept()) {
                    client.getInputStream().readNBytes(4);
                    client.getOutputStream().write("Mode: standalone\n".getBytes(StandardCharsets.US_ASCII));
                }
            }
        } catch (IOException e) {
            log.error("cannot serve on {}: {}", config.clients().address(), e.getMessage());
            return FAILED;
        }
    }
}
