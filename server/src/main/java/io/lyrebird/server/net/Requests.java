package io.lyrebird.server.net;

import io.lyrebird.server.auth.AuthOutcome;
import io.lyrebird.server.auth.AuthProvider;
import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.metrics.ConnectionStats;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.OperationNames;
import io.lyrebird.server.request.ReadOperation;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.AuthPacket;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.RequestHeader;
import io.lyrebird.wire.client.SaslRequest;
import io.lyrebird.wire.client.SaslResponse;
import io.lyrebird.wire.client.SyncRequest;
import io.lyrebird.wire.client.Xid;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * The requests of one connection, once it has its session: reads are answered here, writes go to the core.
 *
 * <p>Which requests may pass which is decided here. Writes follow each other to the core at once. Whatever is answered here
 * waits for the replies of the writes before it, and nothing passes what waits: so a read sees the writes before it and none
 * of those behind it. A read that would hold up another write goes to the core with both: see {@link TravellingRead}. Only
 * authentication is answered at once, as in Apache.
 */
final class Requests {
    /** Apache answers a request of an unknown type without a zxid. */
    private static final long NO_ZXID = -1;

    private final Connection connection;
    private final ClientLoop loop;
    private final ClientServices services;
    private final Incoming incoming;
    private final Outgoing outgoing;
    /** What was answered here since the last account, which is given once for all that arrived together. */
    private int answered;

    private int lastOpCode;
    private int lastXid;
    private long lastZxid;
    private boolean answering;
    /** Notifications that a request has caused: they go out before its reply. */
    private ByteBuf heldBack;

    private int heldBackFrames;
    /** How many more reads are on their way to a write that is here already. */
    private int travellersLeft;

    Requests(Connection connection, ClientLoop loop, Incoming incoming, Outgoing outgoing) {
        this.connection = connection;
        this.loop = loop;
        this.incoming = incoming;
        this.outgoing = outgoing;
        services = loop.services();
    }

    /** Serves the frame that the buffer holds; false if it has to wait. */
    boolean serve(ByteBuf in) {
        if (in.readableBytes() < RequestHeader.BYTES) {
            throw new MalformedException("a request of " + in.readableBytes() + " bytes");
        }
        int xid = in.readInt();
        int opCode = in.readInt();
        if (opCode == OpCode.AUTH) {
            authenticate(xid, in);
            return true;
        }
        if (opCode == OpCode.SASL) {
            refuseSasl(xid, in);
            return true;
        }
        if (!services.enforcement().allows(connection.identities())) {
            loop.log().warn(BoundedLog.Kind.NOT_AUTHENTICATED, connection.remote(), OpCode.name(opCode));
            answerAndEnd(xid, 0, ErrorCode.SESSION_CLOSED_REQUIRE_SASL_AUTH);
            return true;
        }
        ReadOperation read = services.reads().apply(opCode);
        if (read != null || opCode == OpCode.PING) {
            return answer(xid, opCode, read, in);
        }
        return isWrite(opCode) ? write(xid, opCode, in) : refuseUnknown(xid, opCode);
    }

    private static boolean isWrite(int opCode) {
        return switch (opCode) {
            case OpCode.CREATE,
                    OpCode.CREATE2,
                    OpCode.CREATE_CONTAINER,
                    OpCode.CREATE_TTL,
                    OpCode.DELETE,
                    OpCode.DELETE_CONTAINER,
                    OpCode.SET_DATA,
                    OpCode.SET_ACL,
                    OpCode.MULTI,
                    OpCode.RECONFIG,
                    OpCode.SYNC,
                    OpCode.CLOSE_SESSION -> true;
            default -> false;
        };
    }

    // --- answered here

    /** Makes sure of a read phase in which this connection knows all that happened before; false if it is over. */
    private boolean enterReadPhase() {
        if (loop.inReadPhase()) {
            if (!loop.shouldLeaveReadPhase()) {
                return true;
            }
            loop.leaveReadPhase();
        }
        loop.enterReadPhase();
        if (connection.isOver()) {
            return false;
        }
        loop.settleEvents(connection);
        loop.readContext().of(connection.sessionId(), connection.identities(), connection.watches());
        return true;
    }

    /** False if it has to wait for the connection's own writes. */
    private boolean mayAnswer() {
        return connection.outstanding().isEmpty() && enterReadPhase();
    }

    private boolean answer(int xid, int opCode, ReadOperation read, ByteBuf in) {
        if (read != null && loop.isShort()) {
            // Until others have been given up; who knows how long the answer is.
            loop.waitForRoom(connection);
            return false;
        }
        if (!connection.outstanding().isEmpty() && isHoldingUpWrite(opCode)) {
            return travel(xid, opCode, read, in);
        }
        if (!mayAnswer()) {
            return false;
        }
        travellersLeft = 0;
        connection.touch();
        long zxid = services.tree().lastZxid();
        if (opCode == OpCode.PING) {
            outgoing.beginReply(Xid.PING, zxid, 0);
            outgoing.endReply();
        } else {
            ByteBuf out = outgoing.beginReply(xid, zxid, 0);
            ErrorCode error = run(read, in, out);
            if (error == ErrorCode.OK) {
                outgoing.endReply();
            } else {
                outgoing.endReply(error.code());
            }
            if (heldBack != null) {
                releaseHeldBack();
            }
        }
        connection.markDirty();
        account(opCode, opCode == OpCode.PING ? Xid.PING : xid, zxid);
        return true;
    }

    private boolean isHoldingUpWrite(int opCode) {
        if (!isPlainRead(opCode)) {
            return false;
        }
        if (travellersLeft == 0) {
            travellersLeft = incoming.countUntil(Requests::isWrite, Requests::isPlainRead) + 1;
        }
        return travellersLeft > 0;
    }

    /** Nothing but an answer comes of it, and perhaps a watch. */
    private static boolean isPlainRead(int opCode) {
        return switch (opCode) {
            case OpCode.EXISTS, OpCode.GET_DATA, OpCode.GET_CHILDREN, OpCode.GET_CHILDREN2 -> true;
            default -> false;
        };
    }

    private boolean travel(int xid, int opCode, ReadOperation read, ByteBuf in) {
        if (!connection.takesWrite()) {
            return false;
        }
        travellersLeft--;
        connection.touch();
        int length = in.readableBytes();
        byte[] request = new byte[length];
        in.readBytes(request);
        TravellingRead traveller = new TravellingRead(connection, loop, xid, read, request);
        connection.submit(
                xid, opCode, length, new CoreInput.InTurn(connection.port(), connection.sessionId(), traveller));
        return true;
    }

    private void account(int opCode, int xid, long zxid) {
        answered++;
        lastOpCode = opCode;
        lastXid = xid;
        lastZxid = zxid;
    }

    /** Accounts for what was answered here. */
    void account(ConnectionStats stats, long arrivedMs, long nowMs) {
        if (answered > 0) {
            stats.answered(answered, OperationNames.of(lastOpCode), lastXid, lastZxid, arrivedMs, nowMs);
            loop.recorder().record(Distribution.READ_LATENCY, nowMs - arrivedMs, answered);
            answered = 0;
        }
    }

    private ErrorCode run(ReadOperation read, ByteBuf in, ByteBuf out) {
        answering = true;
        try {
            return read.answer(loop.readContext(), in, out);
        } catch (IllegalStateException e) {
            throw e; // a broken invariant, not the client's doing
        } catch (MalformedException e) {
            return ErrorCode.MARSHALLING_ERROR;
        } catch (RuntimeException e) {
            loop.log().warn(BoundedLog.Kind.FAILED_REQUEST, connection.remote(), e.toString(), e);
            return ErrorCode.MARSHALLING_ERROR;
        } finally {
            answering = false;
        }
    }

    /** Keeps a notification back if it was caused by the request that is just being answered. */
    boolean holdsBack(byte[] frame) {
        if (!answering) {
            return false;
        }
        if (heldBack == null) {
            heldBack = outgoing.allocator().buffer(frame.length);
        }
        heldBack.writeBytes(frame);
        heldBackFrames++;
        return true;
    }

    private void releaseHeldBack() {
        outgoing.insertBeforeLastReply(heldBack, heldBackFrames);
        heldBack.release();
        heldBack = null;
        heldBackFrames = 0;
    }

    private boolean answerError(int xid, ErrorCode error) {
        if (!mayAnswer()) {
            return false;
        }
        connection.touch();
        long zxid = services.tree().lastZxid();
        outgoing.reply(xid, zxid, error.code(), null);
        connection.markDirty();
        account(OpCode.ERROR, xid, zxid);
        return true;
    }

    private void answerAndEnd(int xid, long zxid, ErrorCode error) {
        outgoing.reply(xid, zxid, error.code(), null);
        connection.end();
    }

    private boolean refuseUnknown(int xid, int opCode) {
        if (!mayAnswer()) {
            return false;
        }
        loop.log().warn(BoundedLog.Kind.UNKNOWN_REQUEST, connection.remote(), "type " + opCode);
        answerAndEnd(xid, NO_ZXID, ErrorCode.UNIMPLEMENTED);
        return true;
    }

    // --- to the core

    private boolean write(int xid, int opCode, ByteBuf in) {
        if (!connection.takesWrite()) {
            return false;
        }
        int length = in.readableBytes();
        Request body;
        try {
            body = RequestCodec.decode(opCode, in);
        } catch (MalformedException e) {
            if (opCode != OpCode.MULTI) {
                return answerError(xid, ErrorCode.MARSHALLING_ERROR);
            }
            // The one request that takes a zxid in Apache before it is read (pRequestHelper).
            body = null;
        }
        connection.submit(xid, opCode, length, input(xid, opCode, body));
        return true;
    }

    private CoreInput input(int xid, int opCode, Request body) {
        if (opCode == OpCode.SYNC) {
            return new CoreInput.Sync(connection.port(), connection.sessionId(), xid, ((SyncRequest) body).path());
        }
        return new CoreInput.Write(
                connection.port(),
                new WriteRequest(connection.sessionId(), xid, opCode, body, connection.identities()));
    }

    // --- authentication

    private void authenticate(int xid, ByteBuf in) {
        AuthPacket packet = AuthPacket.decode(in);
        if (!enterReadPhase()) {
            return;
        }
        AuthOutcome outcome = judge(packet);
        switch (outcome.verdict()) {
            case ACCEPTED -> accept(xid, outcome.identities());
            case FAILED -> {
                sayFailed(packet);
                answerAndEnd(xid, 0, ErrorCode.AUTH_FAILED);
            }
            case TURNED_AWAY -> {
                sayFailed(packet);
                connection.end();
            }
        }
    }

    private void accept(int xid, List<Identity> proved) {
        connection.addIdentities(proved);
        loop.readContext().of(connection.sessionId(), connection.identities(), connection.watches());
        outgoing.reply(xid, 0, ErrorCode.OK.code(), null);
        connection.markDirty();
    }

    private void sayFailed(AuthPacket packet) {
        loop.recorder().count(Counter.AUTH_FAILED);
        loop.log().warn(BoundedLog.Kind.AUTH_FAILED, connection.remote(), "scheme " + packet.scheme());
    }

    private AuthOutcome judge(AuthPacket packet) {
        AuthProvider provider = services.authorizer().providers().get(packet.scheme());
        if (provider == null) {
            return AuthOutcome.FAILED;
        }
        try {
            return provider.authenticate(
                    packet.auth(), connection.remote().getAddress().getHostAddress());
        } catch (RuntimeException e) {
            loop.log().warn(BoundedLog.Kind.FAILED_REQUEST, connection.remote(), "scheme " + packet.scheme(), e);
            return AuthOutcome.FAILED;
        }
    }

    /** What Apache answers while no login is configured: OK, and no token. */
    private void refuseSasl(int xid, ByteBuf in) {
        if (SaslRequest.decode(in).token() == null) {
            throw new MalformedException("a sasl request without a token");
        }
        outgoing.reply(xid, 0, ErrorCode.OK.code(), new SaslResponse(null));
        connection.markDirty();
    }
}
