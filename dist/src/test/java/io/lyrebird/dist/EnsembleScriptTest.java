package io.lyrebird.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.dist.Installation.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code lyrebird ensemble}, as the README has it. */
class EnsembleScriptTest {
    private static final int SERVERS = 3;

    @TempDir
    Path folder;

    private Installation installation;
    private String launcher;
    private Path ensemble;

    @BeforeEach
    void install() throws Exception {
        installation = new Installation(folder);
        launcher = installation.home.resolve("bin/lyrebird").toString();
        ensemble = folder.resolve("some ensemble");
    }

    private Path server(int id) {
        return ensemble.resolve("server" + id);
    }

    private String mode(int id) throws Exception {
        Outcome status = installation.run(
                launcher, "status", server(id).resolve("zoo.cfg").toString());
        return status.out()
                .lines()
                .filter(line -> line.startsWith("Mode: "))
                .findFirst()
                .orElse("none");
    }

    private long pid(int id) throws Exception {
        return Long.parseLong(Files.readString(server(id).resolve("pid")).trim());
    }

    private Optional<Integer> leader() throws Exception {
        List<Integer> leaders = new ArrayList<>();
        for (int id = 1; id <= SERVERS; id++) {
            String mode = mode(id);
            if (mode.equals("Mode: leader")) {
                leaders.add(id);
            } else if (!mode.equals("Mode: follower")) {
                return Optional.empty();
            }
        }
        return leaders.size() == 1 ? Optional.of(leaders.get(0)) : Optional.empty();
    }

    @Test
    void threeServersElectALeaderAndOutliveIt() throws Exception {
        Path out = folder.resolve("out");
        Process script = installation
                .process(launcher, "ensemble", Integer.toString(SERVERS), ensemble.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            Await.until("started", () -> Files.exists(server(SERVERS).resolve("pid")));
            Await.until("one leads, the others follow", () -> leader().isPresent());
            int first = leader().orElseThrow();
            long killed = pid(first);
            ProcessHandle.of(killed).orElseThrow().destroyForcibly();
            Await.until("it is started again", () -> pid(first) != killed);
            Await.until("one leads again, the others follow", () -> leader().isPresent());
            List<ProcessHandle> servers = new ArrayList<>();
            for (int id : IntStream.rangeClosed(1, SERVERS).toArray()) {
                servers.add(ProcessHandle.of(pid(id)).orElseThrow());
            }
            script.destroy();
            assertTrue(script.waitFor(30, TimeUnit.SECONDS), "ends on SIGTERM");
            assertEquals(
                    List.of(), servers.stream().filter(ProcessHandle::isAlive).toList());
            String said = Files.readString(out);
            assertTrue(said.contains("zkCli.sh -server 127.0.0.1:"), said);
            assertTrue(said.contains("server " + first + ": has ended"), said);
        } finally {
            script.destroy();
            if (!script.waitFor(30, TimeUnit.SECONDS)) {
                script.descendants().forEach(ProcessHandle::destroyForcibly);
                script.destroyForcibly();
            }
        }
    }

    @Test
    void whatCannotBeDoneIsRefused() throws Exception {
        assertEquals(2, installation.run(launcher, "ensemble", "none").exit());
        Files.createDirectories(server(1));
        Outcome other = installation.run(launcher, "ensemble", "3", ensemble.toString());
        assertEquals(2, other.exit());
        assertTrue(other.err().contains("an ensemble of another size"), other.err());
    }
}
