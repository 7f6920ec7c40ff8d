package io.lyrebird.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.dist.Installation.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZkServerScriptTest {
    @TempDir
    Path folder;

    private Installation installation;

    @BeforeEach
    void install() throws Exception {
        installation = new Installation(folder);
    }

    @AfterEach
    void end() {
        installation.close();
    }

    private void awaitServing() throws Exception {
        Await.until(
                "status says standalone", () -> installation.zkServer("status").exit() == 0);
    }

    @Test
    void aServerIsStartedAskedRestartedAndStopped() throws Exception {
        Outcome started = installation.zkServer("start");
        assertEquals("Starting zookeeper ... STARTED\n", started.out(), started.err());
        assertEquals(0, started.exit());
        assertEquals("Using config: " + installation.config + "\n", started.err());
        Outcome status = installation.zkServer("status");
        assertEquals(
                "Client port found: " + installation.port + ". Client address: 127.0.0.1. Client SSL: false.\n"
                        + "Mode: standalone\n",
                status.out());

        long first = installation.pid();
        Outcome again = installation.zkServer("start");
        assertEquals("Starting zookeeper ... already running as process " + first + ".\n", again.out());
        assertEquals(1, again.exit());

        Outcome restarted = installation.zkServer("restart");
        assertEquals("Stopping zookeeper ... STOPPED\nStarting zookeeper ... STARTED\n", restarted.out());
        assertEquals(0, restarted.exit());
        long second = installation.pid();
        assertNotEquals(first, second);
        assertFalse(ProcessHandle.of(first).isPresent());
        awaitServing();

        Outcome stopped = installation.zkServer("stop");
        assertEquals("Stopping zookeeper ... STOPPED\n", stopped.out());
        assertEquals(0, stopped.exit());
        assertFalse(ProcessHandle.of(second).isPresent(), "gone when stop returns");
        assertFalse(Files.exists(installation.pidFile()));
    }

    /** Makes the installation's server a member, with the id 1. */
    private void joinEnsemble(int servers) throws Exception {
        Path data = Files.createDirectories(installation.pidFile().getParent());
        Files.writeString(data.resolve("myid"), "1");
        StringBuilder lines = new StringBuilder(
                "initLimit=5\nsyncLimit=2\nstandaloneEnabled=false\n" + "lyrebird.memory.voter=true\n");
        for (int id = 1; id <= servers; id++) {
            lines.append(
                    "server." + id + "=127.0.0.1:" + Installation.freePort() + ":" + Installation.freePort() + "\n");
        }
        Files.writeString(installation.config, lines, StandardOpenOption.APPEND);
    }

    @Test
    void statusTellsTheRoleInAnEnsemble() throws Exception {
        joinEnsemble(1);
        assertEquals(
                "Starting zookeeper ... STARTED\n",
                installation.zkServer("start").out());
        awaitServing();
        assertTrue(installation.zkServer("status").out().endsWith("Mode: leader\n"));
        assertEquals(
                "Stopping zookeeper ... STOPPED\n",
                installation.zkServer("stop").out());
    }

    @Test
    void aMemberIsStartedBeforeTheOthersAreThere() throws Exception {
        joinEnsemble(3);
        long startNanos = System.nanoTime();
        assertEquals(
                "Starting zookeeper ... STARTED\n",
                installation.zkServer("start").out());
        assertTrue(System.nanoTime() - startNanos < 9_000_000_000L, "it did not wait for them");
        assertEquals(1, installation.zkServer("status").exit());
        assertEquals(
                "Stopping zookeeper ... STOPPED\n",
                installation.zkServer("stop").out());
    }

    @Test
    void withoutAServerStopIsContentAndStatusIsNot() throws Exception {
        Outcome stopped = installation.zkServer("stop");
        assertEquals(
                "Stopping zookeeper ... no zookeeper to stop (could not find file " + installation.pidFile() + ")\n",
                stopped.out());
        assertEquals(0, stopped.exit());
        Outcome status = installation.zkServer("status");
        assertTrue(status.out().endsWith("Error contacting service. It is probably not running.\n"), status.out());
        assertEquals(1, status.exit());
    }

    @Test
    void aServerThatCannotStartIsSaidToHaveFailedWithTheReason() throws Exception {
        Files.writeString(installation.config, "tickTime=0\n", StandardOpenOption.APPEND);
        Outcome started = installation.zkServer("start");
        assertEquals("Starting zookeeper ... FAILED TO START\n", started.out());
        assertTrue(started.err().contains("tickTime is not set"), started.err());
        assertEquals(1, started.exit());
        assertFalse(Files.exists(installation.pidFile()));
    }

    @Test
    void aPidFileOfAnotherProcessIsNotTakenForTheServer() throws Exception {
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            Files.createDirectories(installation.pidFile().getParent());
            Files.writeString(installation.pidFile(), Long.toString(other.pid()));
            assertEquals(
                    "Stopping zookeeper ... STOPPED\n",
                    installation.zkServer("stop").out());
            assertTrue(other.isAlive(), "a stranger must not be killed");
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void theCommandThatStartWouldRunCanBePrinted() throws Exception {
        installation
                .with("JVMFLAGS", "-Dsome.flag=jvm")
                .with("SERVER_JVMFLAGS", "-Dsome.flag=server -Dother=1")
                .with("ZK_SERVER_HEAP", "77");
        String command = installation.zkServer("print-cmd").out();
        assertTrue(command.contains("-Xmx77m "), command);
        assertTrue(command.contains(" -Dsome.flag=server -Dother=1 -Dsome.flag=jvm "), command);
        assertTrue(command.contains(" io.lyrebird.server.boot.Main server "), command);
        assertEquals(1, command.lines().count());
        assertFalse(Files.exists(installation.pidFile()));
    }

    @Test
    void theVersionIsThatOfTheBuild() throws Exception {
        Outcome version = installation.zkServer("version");
        assertTrue(version.out().contains(System.getProperty("lyrebird.version")), version.out());
        assertEquals(0, version.exit());
    }

    @Test
    void anUnknownCommandShowsTheUsage() throws Exception {
        Outcome misused = installation.zkServer("begin");
        assertTrue(misused.err().contains("{start|start-foreground|stop|version|restart|status|print-cmd}"));
        assertEquals(1, misused.exit());
    }

    @Test
    void theEnvironmentSaysWhereThingsAre() throws Exception {
        Path conf = Files.createDirectories(folder.resolve("other conf"));
        Path logs = folder.resolve("other logs");
        Path pid = folder.resolve("run/here.pid");
        Files.writeString(conf.resolve("my.cfg"), installation.configOf(folder.resolve("other data")));
        Files.writeString(conf.resolve("java.env"), "export SERVER_JVMFLAGS=\"$SERVER_JVMFLAGS -Dfrom.java.env=1\"\n");
        installation
                .with("ZOOCFGDIR", conf.toString())
                .with("ZOOCFG", "my.cfg")
                .with("ZOO_LOG_DIR", logs.toString())
                .with("ZOOPIDFILE", pid.toString());
        Outcome started = installation.zkServer("start");
        assertEquals("Using config: " + conf.resolve("my.cfg") + "\n", started.err());
        long server = Long.parseLong(Files.readString(pid));
        try {
            awaitServing();
            String[] arguments =
                    ProcessHandle.of(server).orElseThrow().info().arguments().orElseThrow();
            assertTrue(List.of(arguments).contains("-Dfrom.java.env=1"));
            List<String> endings;
            try (Stream<Path> files = Files.list(logs)) {
                endings = files.map(file -> file.toString().replaceAll(".*\\.", ""))
                        .sorted()
                        .toList();
            }
            assertEquals(List.of("log", "out"), endings);
            assertEquals(
                    "Stopping zookeeper ... STOPPED\n",
                    installation.zkServer("stop").out());
            assertFalse(Files.exists(pid));
        } finally {
            ProcessHandle.of(server).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void theConfigurationMayBeNamedOnTheCommandLine() throws Exception {
        Path conf = Files.createDirectories(folder.resolve("conf2"));
        Files.copy(installation.config, conf.resolve("a.cfg"));
        assertEquals(
                "Using config: " + conf.resolve("a.cfg") + "\n",
                installation
                        .zkServer("status", conf.resolve("a.cfg").toString())
                        .err());
        assertEquals(
                "Using config: " + conf.resolve("a.cfg") + "\n",
                installation
                        .zkServer("--config", conf.toString(), "status", "a.cfg")
                        .err());
        Outcome missing = installation.zkServer("start", "none.cfg");
        assertTrue(missing.err().contains("There is no configuration " + installation.home.resolve("conf/none.cfg")));
        assertEquals(1, missing.exit());
    }

    @Test
    void missingDataFoldersAreAnErrorWhenCreatingThemIsSwitchedOff() throws Exception {
        Outcome started =
                installation.with("ZOO_DATADIR_AUTOCREATE_DISABLE", "1").zkServer("start");
        assertTrue(started.out().startsWith("ZooKeeper data directory is missing at"), started.out());
        assertEquals(1, started.exit());
    }

    @Test
    void itCanBeCalledThroughASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(
                folder.resolve("work/link.sh"), Path.of("../opt dir/lyrebird/bin/zkServer.sh"));
        Outcome version = installation.run(link.toString(), "version");
        assertTrue(version.out().contains(System.getProperty("lyrebird.version")), version.toString());
        assertEquals(
                "Using config: " + installation.config + "\n",
                installation.run(link.toString(), "status").err());
    }
}
