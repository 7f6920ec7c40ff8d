package io.lyrebird.compat.support;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {
    @TempDir
    Path folder;

    @Test
    void aServerKeepsItsDataAndPortOverStopAndKill() throws Exception {
        byte[] data = "kept".getBytes(StandardCharsets.UTF_8);
        try (ServerUnderTest server = Servers.underTest(folder)) {
            server.start();
            try (ZooKeeper client = Clients.connect(server)) {
                client.create("/kept", data, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            }
            long firstPid = server.pid();
            server.restart();
            assertNotEquals(firstPid, server.pid());
            server.kill();
            assertFalse(server.isRunning());
            server.start();
            try (ZooKeeper client = Clients.connect(server)) {
                assertArrayEquals(data, client.getData("/kept", false, null));
            }
        }
    }

    @Test
    void optionsReachTheServer() throws Exception {
        ServerOptions options = ServerOptions.defaults().with("tickTime", 777).withJvmFlag("-Dflag=arrived");
        try (ServerUnderTest server = Servers.underTest(folder, options)) {
            server.start();
            assertTrue(server.ask("conf").contains("tickTime=777\n"), () -> "not in conf: tickTime");
            assertTrue(commandLine(server).contains("-Dflag=arrived"), () -> commandLine(server));
            assertEquals("imok", server.ask("ruok"));
        }
    }

    @Test
    void aServerThatDoesNotComeUpIsAnErrorWithItsOutput() throws Exception {
        try (ServerUnderTest server =
                Servers.underTest(folder, ServerOptions.defaults().with("tickTime", "soon"))) {
            IOException error = assertThrows(IOException.class, server::start);
            assertTrue(error.getMessage().contains("soon"), error::getMessage);
        }
    }

    @Test
    void aServerEndsWithTheJvmThatStartedIt() throws Exception {
        Process jvm = new ProcessBuilder(
                        Jvm.java(),
                        "-Dgate.server=" + System.getProperty("gate.server"),
                        "-cp",
                        Jvm.classPath(),
                        LonelyServer.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long pid = Long.parseLong(jvm.inputReader().readLine());
        assertTrue(ProcessHandle.of(pid).isPresent());
        jvm.destroyForcibly().waitFor();
        Await.until(
                "the server of a killed JVM is gone",
                Duration.ofSeconds(10),
                () -> ProcessHandle.of(pid).isEmpty());
    }

    private static String commandLine(ServerUnderTest server) {
        return ProcessHandle.of(server.pid()).orElseThrow().info().commandLine().orElseThrow();
    }

    /** Starts a server, prints its id and waits to be killed. */
    static final class LonelyServer {
        public static void main(String[] args) throws Exception {
            try (ServerUnderTest server = Servers.underTest(Path.of(args[0]))) {
                server.start();
                System.out.println(server.pid());
                new CountDownLatch(1).await();
            }
        }
    }
}
