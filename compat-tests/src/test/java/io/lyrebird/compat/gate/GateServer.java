package io.lyrebird.compat.gate;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Clients;
import io.lyrebird.compat.support.Jvm;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import io.lyrebird.compat.support.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.ZooKeeper;

/** The server under test as the gate starts it, some six hundred times: a shell command, and options of its JVM. */
record GateServer(String command, String flags) {
    private static final String CHEAP_START = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    /** The folder is for what the server leaves behind. */
    static GateServer chosen(Path folder) throws Exception {
        return Servers.lyrebirdIsChosen()
                ? new GateServer(quoted(LyrebirdServer.launcher().toString()) + " server", CHEAP_START)
                : new GateServer(apacheCommand(), CHEAP_START + archiveFlag(Files.createDirectories(folder)));
    }

    /** An archive of the classes that a first server loads halves the time in which the others start. Lyrebird has one. */
    private static String archiveFlag(Path folder) throws Exception {
        Path archive = folder.resolve("classes.jsa");
        ServerOptions options = ServerOptions.defaults().withJvmFlag("-XX:ArchiveClassesAtExit=" + archive);
        try (ServerUnderTest server = Servers.underTest(folder, options)) {
            server.start();
            try (ZooKeeper client = Clients.connect(server)) {
                client.getChildren("/", true);
            }
            server.stop();
        }
        return Files.exists(archive) ? " -XX:SharedArchiveFile=" + archive : "";
    }

    private static String apacheCommand() {
        return quoted(Jvm.java()) + " $JVMFLAGS -cp " + quoted(ApacheServer.classPath()) + " "
                + quoted("-Dlogback.configurationFile=" + ApacheServer.logConfig()) + " " + ApacheServer.MAIN_CLASS;
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
