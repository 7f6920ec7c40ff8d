package io.lyrebird.compat.curator;

import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.Clients;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import io.lyrebird.compat.support.Servers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryForever;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** A server for the tests of a class, and for each test two Curator clients, threads and a path of its own. */
abstract class CuratorTest {
    static final int LIMIT_SECONDS = 30;
    static final Duration LIMIT = Duration.ofSeconds(LIMIT_SECONDS);
    /** How long something is watched that must not happen. */
    static final int QUIET_MS = 200;

    private static final int SESSION_TIMEOUT_MS = 10_000;
    private static final int CONNECTION_TIMEOUT_MS = 15_000;
    private static final int RETRY_MS = 50;

    @TempDir
    static Path folder;

    static ServerUnderTest server;

    private final List<CuratorFramework> clients = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    CuratorFramework client;
    CuratorFramework other;
    String path;

    @BeforeAll
    static void startServer() throws Exception {
        ServerOptions options = ServerOptions.defaults()
                .with("extendedTypesEnabled", true)
                .withJvmFlag("-Dznode.container.checkIntervalMs=200");
        server = Servers.underTest(folder, options);
        server.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void connect(TestInfo test) throws Exception {
        client = newClient();
        other = newClient();
        path = "/" + test.getTestMethod().orElseThrow().getName();
    }

    @AfterEach
    void disconnect() {
        threads.shutdownNow();
        clients.forEach(CuratorFramework::close);
    }

    /** A connected client that is closed after the test. */
    final CuratorFramework newClient() throws InterruptedException {
        CuratorFramework created = CuratorFrameworkFactory.newClient(
                server.connectString(), SESSION_TIMEOUT_MS, CONNECTION_TIMEOUT_MS, new RetryForever(RETRY_MS));
        clients.add(created);
        created.start();
        if (!created.blockUntilConnected(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("Curator does not connect");
        }
        return created;
    }

    final <T> Future<T> inBackground(Callable<T> task) {
        return threads.submit(task);
    }

    static <T> T get(Future<T> future) throws Exception {
        return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    static void eventually(String what, Callable<Boolean> condition) throws Exception {
        Await.until(what, LIMIT, condition);
    }

    /** Ends the session of a client behind its back, as if it had expired. */
    static void expireSession(CuratorFramework victim) throws Exception {
        ZooKeeper session = victim.getZookeeperClient().getZooKeeper();
        Clients.take(server, session.getSessionId(), session.getSessionPasswd()).close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] data) {
        return new String(data, StandardCharsets.UTF_8);
    }
}
