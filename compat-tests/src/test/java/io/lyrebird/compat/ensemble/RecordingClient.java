package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.data.Contents;
import io.lyrebird.compat.support.Clients;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * Writes and reads until it is ended, through whatever happens to the servers, and holds every answer against real time
 * and against what it was told before. A write is a node of its own and, in the same multi, a new version of the
 * register that all share.
 */
final class RecordingClient implements AutoCloseable {
    static final String REGISTER = "/register";
    static final String WRITES = "/writes";

    private static final int SESSION_TIMEOUT_MS = 8_000;
    private static final int SYNC_LIMIT_SECONDS = 20;

    private final int id;
    private final String connectString;
    private final RealTime realTime;
    private final boolean syncsAreLinearizable;
    private final Random random;
    private final SortedMap<Integer, String> writtenByVersion = new TreeMap<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile int acknowledged;
    private volatile int reads;
    private volatile int sessions;
    private volatile boolean ended;
    private ZooKeeper session;
    /** The highest version that the current session has seen. */
    private int seen;

    /** @param syncsAreLinearizable Apache's leaders answer a sync without asking whether they still lead */
    RecordingClient(int id, String connectString, RealTime realTime, boolean syncsAreLinearizable, long seed) {
        this.id = id;
        this.connectString = connectString;
        this.realTime = realTime;
        this.syncsAreLinearizable = syncsAreLinearizable;
        random = new Random(seed * 31 + id);
        thread = new Thread(this::run, "recording client " + id);
        thread.start();
    }

    static void prepare(ZooKeeper client) throws Exception {
        client.create(REGISTER, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        client.create(WRITES, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    int acknowledged() {
        return acknowledged;
    }

    int reads() {
        return reads;
    }

    int sessions() {
        return sessions;
    }

    Throwable failure() {
        return failure.get();
    }

    private void run() {
        try {
            for (int i = 0; !ended; i++) {
                operate(i);
            }
        } catch (InterruptedException e) {
            // the test is over
        } catch (Throwable e) {
            failure.set(e);
        }
    }

    private void operate(int number) throws Exception {
        try {
            if (session == null) {
                session = Clients.connect(connectString, SESSION_TIMEOUT_MS);
                sessions++;
                seen = 0;
            }
            switch (random.nextInt(4)) {
                case 0 -> read();
                case 1 -> syncAndRead();
                default -> write(number);
            }
        } catch (KeeperException.SessionExpiredException e) {
            session.close();
            session = null;
        } catch (KeeperException.ConnectionLossException | TimeoutException | IOException e) {
            // nobody knows what came of it
        }
    }

    private void write(int number) throws KeeperException, InterruptedException {
        String name = WRITES + "/" + id + "-" + number;
        int floor = realTime.begin();
        List<OpResult> results = session.multi(List.of(
                Op.create(name, null, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT),
                Op.setData(REGISTER, Contents.bytes(name), -1)));
        int version = ((OpResult.SetDataResult) results.get(1)).getStat().getVersion();
        assertTrue(version > floor, () -> name + " is version " + version + " but " + floor + " was known before it");
        realTime.ended(version);
        writtenByVersion.put(version, name);
        acknowledged++;
        see(version);
    }

    private void read() throws KeeperException, InterruptedException {
        Stat stat = new Stat();
        session.getData(REGISTER, false, stat);
        reads++;
        see(stat.getVersion());
    }

    private void syncAndRead() throws Exception {
        int floor = realTime.begin();
        CompletableFuture<Integer> synced = new CompletableFuture<>();
        session.sync(REGISTER, (code, path, context) -> synced.complete(code), null);
        int code = synced.get(SYNC_LIMIT_SECONDS, TimeUnit.SECONDS);
        if (code != 0) {
            throw KeeperException.create(KeeperException.Code.get(code));
        }
        Stat stat = new Stat();
        session.getData(REGISTER, false, stat);
        int version = stat.getVersion();
        reads++;
        see(version);
        if (syncsAreLinearizable) {
            assertTrue(
                    version >= floor, () -> "version " + version + " after a sync, but " + floor + " was known before");
            realTime.ended(version);
        }
    }

    /** A session never goes back, whichever server it is with. */
    private void see(int version) {
        assertTrue(version >= seen, () -> "a session that has seen version " + seen + " is shown " + version);
        seen = version;
    }

    void end() throws Exception {
        ended = true;
        thread.join(TimeUnit.SECONDS.toMillis(60));
        if (failure.get() != null) {
            throw new AssertionError("client " + id, failure.get());
        }
        assertTrue(!thread.isAlive(), "client " + id + " ends");
    }

    /** After the end: everything that was acknowledged is there, and in the order of the versions. */
    static void check(List<RecordingClient> clients, ZooKeeper reader) throws Exception {
        SortedMap<Integer, String> all = new TreeMap<>();
        for (RecordingClient client : clients) {
            client.writtenByVersion.forEach(
                    (version, name) -> assertEquals(null, all.put(version, name), "one version"));
        }
        long before = 0;
        for (String name : all.values()) {
            Stat stat = reader.exists(name, false);
            assertNotNull(stat, name + " was acknowledged");
            assertTrue(stat.getCzxid() > before, name + " comes after those before it");
            before = stat.getCzxid();
        }
    }

    @Override
    public void close() throws InterruptedException {
        ended = true;
        thread.interrupt();
        thread.join();
        if (session != null) {
            session.close();
        }
    }
}
