package io.lyrebird.compat.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import io.lyrebird.compat.support.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.jute.Record;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.AddWatchModes;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.WatcherEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the server deletes by itself, at times that no two servers share: the outcome is compared, not the moment. */
class TimedNodesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int CONTAINER = 4;
    private static final int TTL = 5;
    private static final long SOON_MS = 300;
    private static final long NEVER_MS = 1_000_000_000;

    @TempDir
    Path folder;

    @Test
    void containersAndNodesWithATimeToLiveGoAsTheyDoInApache() throws Exception {
        ServerOptions options = ServerOptions.defaults()
                .with("lyrebird.store", "memory")
                .with("extendedTypesEnabled", true)
                .withJvmFlag("-Dznode.container.checkIntervalMs=100");
        List<String> apache;
        try (ServerUnderTest server = new ApacheServer(Files.createDirectory(folder.resolve("apache")), options)) {
            apache = outcome(server);
        }
        try (ServerUnderTest server = Servers.underTest(Files.createDirectory(folder.resolve("other")), options)) {
            assertEquals(String.join("\n", apache), String.join("\n", outcome(server)));
        }
    }

    private static List<String> outcome(ServerUnderTest server) throws Exception {
        server.start();
        try (PlainClient client = new PlainClient(server.address(), 30_000, 10_000)) {
            client.askOk(OpCode.create2, new CreateRequest("/w", new byte[0], Ids.OPEN_ACL_UNSAFE, 0));
            client.askOk(OpCode.addWatch, new AddWatchRequest("/w", AddWatchModes.persistentRecursive));
            container(client, "/w/used");
            child(client, "/w/used/x");
            container(client, "/w/unused");
            container(client, "/w/busy");
            child(client, "/w/busy/x");
            container(client, "/w/outer");
            container(client, "/w/outer/inner");
            child(client, "/w/outer/inner/x");
            ttl(client, "/w/soon", SOON_MS);
            ttl(client, "/w/later", NEVER_MS);
            ttl(client, "/w/parent", SOON_MS);
            child(client, "/w/parent/x");
            client.askOk(OpCode.setData, new SetDataRequest("/w/soon", new byte[1], -1));
            for (String path : List.of("/w/used/x", "/w/outer/inner/x")) {
                client.askOk(OpCode.delete, new DeleteRequest(path, -1));
            }
            for (String path : List.of("/w/used", "/w/outer", "/w/soon")) {
                awaitGone(client, path);
            }
            client.askOk(OpCode.delete, new DeleteRequest("/w/parent/x", -1));
            awaitGone(client, "/w/parent");
            return describe(client);
        }
    }

    private static void awaitGone(PlainClient client, String path) throws Exception {
        Await.until(path + " is gone", LIMIT, () -> !exists(client, path));
    }

    private static boolean exists(PlainClient client, String path) throws IOException {
        return client.ask(OpCode.exists, new ExistsRequest(path, false))
                        .header()
                        .getErr()
                != Code.NONODE.intValue();
    }

    private static void container(PlainClient client, String path) throws IOException {
        client.askOk(OpCode.createContainer, new CreateRequest(path, new byte[0], Ids.OPEN_ACL_UNSAFE, CONTAINER));
    }

    private static void ttl(PlainClient client, String path, long ttlMs) throws IOException {
        Record request = new CreateTTLRequest(path, new byte[0], Ids.OPEN_ACL_UNSAFE, TTL, ttlMs);
        client.askOk(OpCode.createTTL, request);
    }

    private static void child(PlainClient client, String path) throws IOException {
        client.askOk(OpCode.create, new CreateRequest(path, new byte[0], Ids.OPEN_ACL_UNSAFE, 0));
    }

    /** What is left, and what was told of it. Nodes that go by themselves go in any order, but children before parents. */
    private static List<String> describe(PlainClient client) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String path : List.of("/w/unused", "/w/busy", "/w/busy/x", "/w/later", "/w/outer/inner", "/w/parent")) {
            lines.add(path + (exists(client, path) ? " exists" : " is gone"));
        }
        List<String> events =
                client.takeEvents().stream().map(TimedNodesTest::text).collect(Collectors.toList());
        lines.add("inner before outer: "
                + (events.indexOf("type=2 state=3 /w/outer/inner") < events.indexOf("type=2 state=3 /w/outer")));
        events.stream().sorted().forEach(lines::add);
        return lines;
    }

    private static String text(WatcherEvent event) {
        return "type=" + event.getType() + " state=" + event.getState() + " " + event.getPath();
    }
}
