package io.lyrebird.compat.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lyrebird.compat.support.Command;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that work on the data of a stopped server, as an operator runs them. */
class OfflineCommandsTest {
    private final ServerOptions options = Moves.options();

    @TempDir
    private Path folder;

    private Path data;
    private SortedMap<String, TreeView.Node> tree;
    private long sessionId;

    @BeforeEach
    void fillAndStop() throws Exception {
        data = folder.resolve("data");
        try (ServerUnderTest server = new LyrebirdServer(folder, options)) {
            server.start();
            ZooKeeper client = Moves.connect(server);
            Contents.fill(client);
            tree = TreeView.of(client);
            sessionId = client.getSessionId();
            // As in a crash: the session stays, and the image may be behind the log.
            server.kill();
        }
    }

    private static List<JsonNode> json(Command command) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> objects = new ArrayList<>();
        for (String line : command.out().lines().toList()) {
            objects.add(mapper.readTree(line));
        }
        return objects;
    }

    @Test
    void treeShowsEveryNodeAndSession() throws Exception {
        List<String> paths = new ArrayList<>();
        List<JsonNode> objects = json(Command.succeed("tree", data, "--json"));
        objects.stream()
                .filter(object -> object.has("path"))
                .forEach(object -> paths.add(object.get("path").asText()));
        assertEquals(List.copyOf(tree.keySet()), paths.stream().sorted().toList());
        JsonNode changed = objects.stream()
                .filter(object -> object.path("path").asText().equals("/multi/a"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                "aa", new String(Base64.getDecoder().decode(changed.get("data").asText()), UTF_8));
        assertEquals(1, changed.get("version").asInt());
        JsonNode session = objects.get(objects.size() - 2);
        assertEquals("0x" + Long.toHexString(sessionId), session.get("session").asText());
        assertEquals(3, session.get("ephemerals").asInt());

        String text = Command.succeed("tree", data, "/acls").out();
        assertTrue(text.startsWith("----\n/acls\n  cZxid = 0x"), text);
        assertTrue(text.contains("----\n/acls/changed\n"), text);
        assertTrue(text.contains("  acl = [world:anyone:r,ip:10.1.2.3/16:cdrwa,digest:ben:"), text);
        String all = Command.succeed("tree", data).out();
        assertTrue(all.startsWith("ZNode Details (count=" + tree.size() + "):\n----\n/\n"), all);
        assertTrue(
                all.contains("Session Details (sid, timeout, ephemeralCount):\n0x" + Long.toHexString(sessionId)), all);
        assertEquals(2, Command.run("tree", data, "/nowhere").exit());
    }

    @Test
    void logShowsEveryTxn() throws Exception {
        List<JsonNode> txns = json(Command.succeed("log", data, "--json"));
        assertEquals("createSession", txns.get(0).get("type").asText());
        assertEquals(
                "0x" + Long.toHexString(sessionId), txns.get(0).get("session").asText());
        assertEquals("/kinds", txns.get(1).get("path").asText());
        long multis = txns.stream()
                .filter(txn -> txn.get("type").asText().equals("multi"))
                .count();
        assertEquals(2, multis);
        String fromZxid = txns.get(10).get("zxid").asText();
        List<String> lines =
                Command.succeed("log", data, "--from", fromZxid).out().lines().toList();
        assertEquals(txns.size() - 10, lines.size());
        assertTrue(lines.get(0).contains(" zxid " + fromZxid + " "), lines.get(0));
        assertTrue(lines.stream().anyMatch(line -> line.contains(" setData /data/changed,value 0,1")), "setData");
        assertTrue(lines.stream().anyMatch(line -> line.contains(" multi create:/multi/a,a,[world:anyone:cdrwa]")));
    }

    @Test
    void checkFindsNothingWrongAndThenAFlippedBit() throws Exception {
        Command well = Command.succeed("check", folder.resolve("zoo.cfg"));
        assertTrue(well.out().contains(tree.size() + " nodes, 1 sessions"), well.out());
        assertTrue(well.out().endsWith("All is well\n"), well.out());
        byte[] somewhereInTheLog = "/sequences/s-0000000003".getBytes(UTF_8);
        Path log = fileWith(somewhereInTheLog, data.resolve("lyrebird-rocksdb"));
        byte[] bytes = Files.readAllBytes(log);
        bytes[indexOf(bytes, somewhereInTheLog)] ^= 1;
        Files.write(log, bytes);
        Command damaged = Command.run("check", data);
        assertEquals(1, damaged.exit(), damaged.out());
        assertTrue(damaged.err().startsWith("lyrebird check: "), damaged.err());
        assertTrue(damaged.err().contains(log.getFileName().toString()), damaged.err());
    }

    private static Path fileWith(byte[] wanted, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (indexOf(Files.readAllBytes(file), wanted) >= 0) {
                    return file;
                }
            }
        }
        throw new AssertionError("no file in " + folder + " holds it");
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int i = 0; i + wanted.length <= bytes.length; i++) {
            if (Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i;
            }
        }
        return -1;
    }

    @Test
    void copyMovesEverythingToAnotherEngine() throws Exception {
        ServerOptions withLmdb = options.with("lyrebird.store", "lmdb");
        try (ServerUnderTest server = new LyrebirdServer(folder, withLmdb)) {
            String refusal = startFailure(server);
            assertTrue(refusal.contains("--from rocksdb --to lmdb"), refusal);
            Command copy = Command.succeed("copy", data, "--from", "rocksdb", "--to", "lmdb");
            assertTrue(copy.out().startsWith("Copied " + tree.size() + " nodes and 1 sessions"), copy.out());
            assertEquals(
                    2,
                    Command.run("copy", data, "--from", "rocksdb", "--to", "lmdb")
                            .exit());
            server.start();
            try (ZooKeeper client = Moves.connect(server)) {
                TreeView.assertSame(tree, TreeView.of(client));
                Contents.create(client, "/later", CreateMode.PERSISTENT);
            }
            server.restart();
        }
        Command.succeed("check", data, "--engine", "lmdb");
        Command undecided = Command.run("check", data);
        assertEquals(2, undecided.exit());
        assertTrue(undecided.err().contains("lmdb and rocksdb"), undecided.err());
    }

    static String startFailure(ServerUnderTest server) throws Exception {
        try {
            server.start();
        } catch (IOException e) {
            return e.getMessage();
        }
        throw new AssertionError("the server started");
    }

    @Test
    void importTakesOverFromAnotherFolderIntoAnEmptyOne() throws Exception {
        Path exported = folder.resolve("exported");
        Command.succeed("export", data, exported);
        Command again = Command.run("export", data, exported);
        assertEquals(1, again.exit());
        assertTrue(again.err().contains("export to an empty folder"), again.err());
        Path imported = Files.createDirectories(folder.resolve("imported"));
        Command.succeed("import", imported, "--from", exported, "--engine", "lmdb");
        assertEquals(
                Command.succeed("tree", data, "--json").out(),
                Command.succeed("tree", imported, "--json").out());
        assertEquals(
                2,
                Command.run("import", imported, "--from", exported, "--engine", "lmdb")
                        .exit());
        assertEquals(2, Command.run("import", imported).exit());
    }

    @Test
    void aRunningServersDataIsLeftAlone() throws Exception {
        try (ServerUnderTest server = new LyrebirdServer(folder, options)) {
            server.start();
            Command check = Command.run("check", data);
            assertEquals(1, check.exit(), check.out());
            assertTrue(check.err().contains("in use"), check.err());
        }
    }
}
