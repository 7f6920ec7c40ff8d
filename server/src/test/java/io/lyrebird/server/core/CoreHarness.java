package io.lyrebird.server.core;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.SessionExpiry;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.Response;
import io.lyrebird.zab.Persisted;
import io.lyrebird.zab.ZabConfig;
import io.lyrebird.zab.ZabNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A core with a disk that writes when it is told to, and clients that note what they hear. */
final class CoreHarness {
    static final int TICK_MS = 2000;

    /** One client connection: what was sent to it, in order, as short words. */
    static final class Client implements ClientPort {
        final List<String> heard = new ArrayList<>();
        long sessionId;
        int timeoutMs;
        byte[] password;
        Response lastBody;

        @Override
        public void connected(long newSessionId, int newTimeoutMs, byte[] newPassword) {
            sessionId = newSessionId;
            timeoutMs = newTimeoutMs;
            password = newPassword;
            heard.add("connected");
        }

        @Override
        public void refused() {
            heard.add("refused");
        }

        @Override
        public void reply(int xid, long zxid, int errorCode, Response body) {
            lastBody = body;
            heard.add("reply " + xid + (errorCode == 0 ? "" : " error " + errorCode));
        }

        @Override
        public void close() {
            heard.add("closed");
        }
    }

    private final class Disk implements Durability {
        @Override
        public void append(long zxid, byte[] txn) {
            unsynced.add(new CoreInput.Durable(zxid));
        }

        @Override
        public void truncate(long zxid) {
            throw new AssertionError("nobody truncates the log of an ensemble of one");
        }

        @Override
        public void readLog(long afterZxid, long upToZxid, TxnReader reader) {
            throw new AssertionError("the log was empty at the start");
        }

        @Override
        public void saveEpochs(long acceptedEpoch, long currentEpoch) {
            unsynced.add(new CoreInput.EpochsDurable(acceptedEpoch, currentEpoch));
        }

        @Override
        public void image(ImageChanges changes, long zxid) {
            changes.drainTo((key, value) -> {});
        }
    }

    private final Deque<CoreInput> unsynced = new ArrayDeque<>();
    final Tree tree;
    final Sessions sessions = new Sessions();
    final Core core;
    private long nowMs = 1_000_000;

    CoreHarness() {
        this(ZabConfig.standAlone(1), new OutlivedNodesLimits(60_000, 6, 0));
    }

    CoreHarness(ZabConfig zabConfig, OutlivedNodesLimits outlivedNodes) {
        TestParts parts = new TestParts(sessions);
        tree = parts.tree;
        core = new Core(new CoreParts(
                CoreSettings.standAlone(2 * TICK_MS, 20 * TICK_MS, outlivedNodes),
                tree,
                sessions,
                new SessionExpiry(TICK_MS),
                parts.preparer,
                parts.applier,
                new ZabNode(zabConfig, Persisted.nothing()),
                new Disk(),
                new ImageChanges(tree, sessions),
                new Alone(),
                CoreListener.NONE));
        core.clock(nowMs, nowMs);
        core.start(1);
        settle();
    }

    /** The disk writes everything it was asked to, and the core goes on with it. */
    void settle() {
        while (!unsynced.isEmpty()) {
            core.handle(unsynced.poll());
            apply();
        }
        apply();
    }

    private void apply() {
        if (core.hasCommitted()) {
            core.applyCommitted();
        }
    }

    /** Time passes, with a tick now and then. */
    void advance(long ms) {
        for (long passed = 0; passed < ms; passed += 100) {
            nowMs += 100;
            core.clock(nowMs, nowMs);
            core.handle(new CoreInput.Tick());
            settle();
        }
    }

    Client connect(int timeoutMs) {
        Client client = new Client();
        connect(client, 0, timeoutMs, 0, new byte[16]);
        settle();
        return client;
    }

    void connect(Client client, long lastZxidSeen, int timeoutMs, long sessionId, byte[] password) {
        ConnectRequest request = new ConnectRequest(0, lastZxidSeen, timeoutMs, sessionId, password, false, true);
        core.handle(new CoreInput.Connect(client, request, List.of()));
    }

    void write(Client client, int xid, int opCode, Request body) {
        core.handle(new CoreInput.Write(client, new WriteRequest(client.sessionId, xid, opCode, body, List.of())));
    }
}
