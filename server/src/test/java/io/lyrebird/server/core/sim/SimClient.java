package io.lyrebird.server.core.sim;

import io.lyrebird.server.core.ClientPort;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.Response;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.SetDataResponse;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A client that works on one shared node, moves on when it loses its server, and notes what it did when. */
final class SimClient {
    static final String SHARED = "/shared";

    /** What is expected of the replies, in order. */
    private record Asked(int xid, boolean write, boolean read, long beganMs) {}

    private final SimWorld world;
    private final History history;
    private final int number;
    private Port port;
    private SimMember server;
    private long sessionId;
    private byte[] password = new byte[16];
    private long lastZxidSeen;
    private int xid;
    private int refusals;
    private boolean stopped;
    private int ephemerals;

    SimClient(SimWorld world, History history, int number) {
        this.world = world;
        this.history = history;
        this.number = number;
    }

    int refusals() {
        return refusals;
    }

    long sessionId() {
        return sessionId;
    }

    void stop() {
        stopped = true;
    }

    void connect() {
        if (stopped) {
            return;
        }
        SimMember next = world.members.get(world.random.nextInt(world.members.size()));
        if (!next.isUp()) {
            connectLater();
            return;
        }
        server = next;
        port = new Port(next, next.run());
        next.submit(new CoreInput.Connect(
                port, new ConnectRequest(0, lastZxidSeen, 4000, sessionId, password, false, true), List.of()));
        Port asked = port;
        world.after(500, () -> {
            if (port == asked && !asked.connected) {
                asked.gone();
            }
        });
        watch(asked);
    }

    /** A server that crashes takes its connections with it. */
    private void watch(Port watched) {
        world.after(100, () -> {
            if (port != watched) {
                return;
            }
            if (!watched.server.isUp(watched.run)) {
                watched.gone();
            } else {
                if (watched.connected && !stopped) {
                    watched.server.submit(new CoreInput.Touched(new long[] {sessionId}));
                }
                watch(watched);
            }
        });
    }

    private void connectLater() {
        world.after(20 + world.random.nextInt(50), this::connect);
    }

    private void work() {
        if (stopped || port == null || !port.connected) {
            return;
        }
        for (int i = 1 + world.random.nextInt(3); i > 0; i--) {
            int choice = world.random.nextInt(10);
            if (choice < 5) {
                byte[] value =
                        ByteBuffer.allocate(8).putLong(history.nextValue()).array();
                write(OpCode.SET_DATA, new SetDataRequest(SHARED, value, -1), true);
            } else if (choice < 7) {
                syncAndRead();
            } else if (choice < 8) {
                write(OpCode.CREATE, create("/missing/child", 0), false);
            } else if (choice < 9) {
                write(OpCode.CREATE, create("/c" + number + "-" + ephemerals++, 1), false);
            } else {
                write(OpCode.CREATE, create("/s-", 2), false);
            }
        }
    }

    static CreateRequest create(String path, int flags) {
        return new CreateRequest(path, new byte[0], Acl.OPEN_ACL_UNSAFE, flags);
    }

    private void write(int opCode, Request body, boolean onShared) {
        xid++;
        port.asked.add(new Asked(xid, onShared, false, world.nowMs()));
        if (onShared) {
            history.writeBegan();
        }
        server.submit(new CoreInput.Write(port, new WriteRequest(sessionId, xid, opCode, body, List.of())));
    }

    private void syncAndRead() {
        xid++;
        port.asked.add(new Asked(xid, false, true, world.nowMs()));
        port.floorZxid.add(history.completedZxid());
        server.submit(new CoreInput.Sync(port, sessionId, xid, SHARED));
    }

    private final class Port implements ClientPort {
        private final SimMember server;
        private final int run;
        private final Deque<Asked> asked = new ArrayDeque<>();
        private final Deque<Long> floorZxid = new ArrayDeque<>();
        private boolean connected;

        Port(SimMember server, int run) {
            this.server = server;
            this.run = run;
        }

        @Override
        public void connected(long newSessionId, int timeoutMs, byte[] newPassword) {
            if (port != this) {
                return;
            }
            sessionId = newSessionId;
            password = newPassword;
            connected = true;
            history.count("connected to " + server.role());
            world.after(1, SimClient.this::work);
        }

        @Override
        public void refused() {
            if (port == this) {
                refusals++;
                sessionId = 0;
                password = new byte[16];
                gone();
            }
        }

        @Override
        public void reply(int replyXid, long zxid, int errorCode, Response body) {
            if (port != this) {
                return;
            }
            Asked oldest = asked.poll();
            if (oldest == null || oldest.xid != replyXid) {
                throw new AssertionError("client " + number + " is answered out of order: " + replyXid);
            }
            if (zxid < lastZxidSeen) {
                throw new AssertionError("client " + number + " sees time go back");
            }
            lastZxidSeen = zxid;
            if (oldest.read) {
                history.readDone(
                        floorZxid.remove(), server.tree().find(SHARED).mzxid(), server.role() + " " + server.id());
            } else if (oldest.write && errorCode == 0) {
                history.writeDone(((SetDataResponse) body).stat().mzxid());
            }
            if (asked.isEmpty()) {
                world.after(world.random.nextInt(20), SimClient.this::work);
            }
        }

        @Override
        public void close() {
            if (port == this) {
                gone();
            }
        }

        private void gone() {
            if (connected) {
                server.submit(new CoreInput.Disconnected(this, sessionId));
            }
            port = null;
            connectLater();
        }
    }
}
