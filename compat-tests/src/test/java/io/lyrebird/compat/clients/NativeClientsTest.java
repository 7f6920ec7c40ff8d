package io.lyrebird.compat.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lyrebird.compat.support.ServerUnderTest;
import io.lyrebird.compat.support.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that are not written in Java: kazoo and the C client, where they are installed (Debian's python3-kazoo,
 * libzookeeper-mt-dev and gcc). Elsewhere these tests say that they were skipped.
 */
class NativeClientsTest {
    private static final long LIMIT_S = 120;

    @TempDir
    static Path folder;

    private static ServerUnderTest server;

    @BeforeAll
    static void startServer() throws Exception {
        server = Servers.underTest(folder);
        server.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void kazooWorks() throws Exception {
        // Debian's own Python, which is where its packages are.
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(
                Files.isExecutable(python) && run("kazoo-check", List.of(python.toString(), "-c", "import kazoo")) == 0,
                "python3-kazoo is not installed");
        Path script = Path.of("src/test/python/scenario.py");
        runWell("kazoo", List.of(python.toString(), script.toString(), server.connectString(), "/kazoo"));
    }

    @Test
    void theCClientWorks() throws Exception {
        assumeTrue(
                Files.exists(Path.of("/usr/include/zookeeper/zookeeper.h"))
                        && Files.isExecutable(Path.of("/usr/bin/gcc")),
                "libzookeeper-mt-dev or gcc is not installed");
        String program = folder.resolve("scenario").toString();
        runWell(
                "gcc",
                List.of("gcc", "-DTHREADED", "-o", program, "src/test/c/scenario.c", "-lzookeeper_mt", "-lpthread"));
        runWell("c-client", List.of(program, server.connectString(), "/c-client"));
    }

    private static void runWell(String name, List<String> command) throws Exception {
        int exitCode = run(name, command);
        assertEquals(0, exitCode, () -> name + " said:\n" + output(name));
    }

    private static int run(String name, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile())
                .start();
        try {
            boolean ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS);
            return ended ? process.exitValue() : -1;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String output(String name) {
        try {
            return Files.readString(folder.resolve(name + ".log"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
