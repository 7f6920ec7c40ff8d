package io.lyrebird.server.net;

import io.lyrebird.server.admin.ServerView;
import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.auth.IpAuth;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.metrics.ConnectionStats;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.OperationNames;
import io.lyrebird.server.watch.ConnectionWatches;
import io.lyrebird.server.watch.WatchClient;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.Response;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * One client connection: its state, its frames, and the flow of bytes in and out.
 *
 * <p>Requests are served in the order of their frames. One that has to wait (a read behind the connection's own writes, a
 * write while too many are on their way, anything while the client does not take its answers) stays where it is, with all
 * that follows it, and beyond a bound nothing more is read from the socket.
 */
final class Connection extends ChannelInboundHandlerAdapter implements WatchClient {
    private enum State {
        /** Nothing but a four letter word or a ConnectRequest is expected. */
        NEW,
        ANSWERING_WORD,
        /** The core decides about the session; requests may be here already and wait. */
        CONNECTING,
        SERVING,
        /** What was sent goes out, then the connection is closed. */
        ENDING,
        ENDED
    }

    /** Bytes that may wait to be served before no more are read. */
    private static final int HELD_BYTES_MAX = 64 * 1024;

    /** Bounds how long the core waits for a client with very many watches to go. */
    private static final int WATCHES_CLEARED_AT_ONCE = 1024;

    private final ClientLoop loop;
    private final ClientServices services;
    private final OutstandingLimit outstandingLimit;
    private final Channel channel;
    private final InetSocketAddress remote;
    private final Incoming incoming;
    private final Outgoing outgoing;
    private final ConnectionPort port;
    private final Handshake handshake;
    private final Requests requests;
    private final ConnectionWatches watches;
    private final OutstandingWrites outstanding = new OutstandingWrites();
    private final ConnectionStats stats;
    private List<Identity> identities;
    private State state = State.NEW;
    private long deadlineMs;
    private long sessionId;
    private int timeoutMs;
    private int touchedInRound;
    private boolean dirty;
    private boolean blocked;
    private long blockedSinceMs;
    private long heardMs;
    private boolean reading = true;
    /** What waits for the client is not worth keeping. */
    private boolean abandoned;
    /** What its buffers held when they were last measured. */
    private long heldBytes;

    Connection(ClientLoop loop, OutstandingLimit outstandingLimit, Channel channel, InetSocketAddress remote) {
        this.loop = loop;
        this.services = loop.services();
        this.outstandingLimit = outstandingLimit;
        this.channel = channel;
        this.remote = remote;
        incoming = new Incoming(channel);
        stats = new ConnectionStats(System.currentTimeMillis());
        outgoing = new Outgoing(channel, stats, loop.recorder());
        watches = loop.watches().connect(this);
        port = new ConnectionPort(this, loop);
        handshake = new Handshake(this, loop, outgoing);
        requests = new Requests(this, loop, incoming, outgoing);
        identities = List.of(new Identity(IpAuth.SCHEME, remote.getAddress().getHostAddress()));
    }

    InetSocketAddress remote() {
        return remote;
    }

    ConnectionPort port() {
        return port;
    }

    ConnectionWatches watches() {
        return watches;
    }

    List<Identity> identities() {
        return identities;
    }

    OutstandingWrites outstanding() {
        return outstanding;
    }

    @Override
    public long sessionId() {
        return sessionId;
    }

    ConnectionStats stats() {
        return stats;
    }

    /** The memory that is held for what has not been served. */
    int heldCapacity() {
        return incoming.capacity();
    }

    /** What operators are shown of this connection. */
    ServerView.Connection view() {
        long untilMs = state == State.SERVING ? heardMs + timeoutMs : deadlineMs;
        long expiresAtMs = System.currentTimeMillis() + Math.max(0, untilMs - loop.nowMs());
        boolean readable = reading && state != State.ANSWERING_WORD;
        return new ServerView.Connection(
                remote, readable, outstanding.size(), sessionId, timeoutMs, expiresAtMs, stats);
    }

    /** Nothing more is served or sent. */
    boolean isOver() {
        return state == State.ENDING || state == State.ENDED;
    }

    void addIdentities(List<Identity> proved) {
        List<Identity> all = new ArrayList<>(identities);
        for (Identity identity : proved) {
            if (!all.contains(identity)) {
                all.add(identity);
            }
        }
        identities = List.copyOf(all);
    }

    // --- events of the channel

    @Override
    public void channelActive(ChannelHandlerContext context) {
        loop.beginTurn();
        loop.connections().add(this);
        deadlineMs = loop.nowMs() + services.limits().sessionlessTimeoutMs();
        loop.watchDeadline(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf read = (ByteBuf) message;
        if (isOver() || state == State.ANSWERING_WORD) {
            read.release();
            return;
        }
        loop.beginTurn();
        loop.recorder().count(Counter.BYTES_RECEIVED, read.readableBytes());
        incoming.add(read);
        serve();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        loop.endTurn();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        measure();
        if (blocked && channel.isWritable()) {
            // Not at once: this may be called in the middle of a flush.
            loop.execute(() -> loop.turn(this::resume));
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        // Netcat closes its side behind a four letter word and still wants the answer.
        if (event instanceof ChannelInputShutdownEvent && state != State.ANSWERING_WORD && !isOver()) {
            channel.close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IllegalStateException || cause instanceof Error) {
            services.onBrokenInvariant().uncaughtException(Thread.currentThread(), cause);
        } else if (!(cause instanceof IOException)) {
            loop.log().warn(BoundedLog.Kind.FAILED_REQUEST, remote, cause.toString(), cause);
        }
        channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        State before = state;
        state = State.ENDED;
        loop.beginTurn();
        loop.connections().remove(this);
        outstandingLimit.remove(outstanding.size(), outstanding.bytes());
        incoming.release();
        outgoing.release();
        measure();
        clearWatches();
        if (before == State.CONNECTING || before == State.SERVING) {
            loop.recorder().count(Counter.CONNECTIONS_DROPPED);
        }
        if (before == State.CONNECTING || sessionId != 0) {
            services.inbox().submit(new CoreInput.Disconnected(port, sessionId));
        }
        loop.endTurn();
    }

    private void clearWatches() {
        boolean done = false;
        while (!done) {
            loop.enterReadPhase();
            done = watches.clearSome(WATCHES_CLEARED_AT_ONCE);
            loop.leaveReadPhase();
        }
    }

    // --- frames

    /** Goes on with the requests that had to wait. */
    void resume() {
        if (blocked && !isOver()) {
            serve();
        }
    }

    private void serve() {
        long arrivedMs = blocked ? blockedSinceMs : loop.nowMs();
        blocked = false;
        int frames = 0;
        try {
            while (serveNext()) {
                frames++;
            }
        } catch (MalformedException e) {
            malformed(e.getMessage());
        } finally {
            if (loop.inReadPhase()) {
                loop.leaveReadPhase();
            }
        }
        if (frames > 0) {
            loop.beginTurn();
            heardMs = loop.nowMs();
            stats.received(frames);
            loop.recorder().count(Counter.PACKETS_RECEIVED, frames);
            requests.account(stats, arrivedMs, heardMs);
        }
        if (blocked) {
            blockedSinceMs = arrivedMs;
        }
        if (isOver()) {
            incoming.release();
        } else {
            incoming.compact();
            setReading(!(blocked && incoming.bytes() > HELD_BYTES_MAX));
        }
        measure();
    }

    /** Serves the next frame. False if there is no whole one, or if it has to wait. */
    private boolean serveNext() {
        if (isOver() || !incoming.hasLength()) {
            return false;
        }
        int length = incoming.length();
        if (state == State.NEW && handshake.isWord(length)) {
            serveWord(length);
            return false;
        }
        if (length < 0 || length > services.limits().frameBytesMax()) {
            malformed("a frame of " + length + " bytes");
            return false;
        }
        if (!incoming.hasFrame(length)) {
            return false;
        }
        boolean mayServe = state != State.CONNECTING && channel.isWritable();
        boolean served = mayServe && serveFrame(incoming.beginFrame(length));
        if (mayServe) {
            incoming.endFrame(served);
        }
        if (served) {
            writeIfFull();
        } else {
            blocked = true;
        }
        return served;
    }

    private boolean serveFrame(ByteBuf frame) {
        if (state == State.SERVING) {
            return requests.serve(frame);
        }
        connect(frame);
        return true;
    }

    private void writeIfFull() {
        if (outgoing.isFull()) {
            if (loop.inReadPhase()) {
                loop.leaveReadPhase();
            }
            outgoing.flush();
            measure();
        }
    }

    private void malformed(String detail) {
        loop.log().warn(BoundedLog.Kind.MALFORMED, remote, detail);
        end();
    }

    private void setReading(boolean on) {
        if (reading != on) {
            reading = on;
            channel.config().setAutoRead(on);
        }
    }

    // --- beginning

    private void serveWord(int word) {
        if (handshake.serveWord(incoming.buffer(), word)) {
            state = State.ANSWERING_WORD;
            stats.received(1);
            loop.recorder().count(Counter.PACKETS_RECEIVED);
        }
    }

    private void connect(ByteBuf in) {
        if (handshake.connect(in)) {
            state = State.CONNECTING;
            deadlineMs = loop.nowMs() + services.limits().sessionlessTimeoutMs();
        } else {
            end();
        }
    }

    /** Whether the connection need not be watched any longer; one that took too long is given up. */
    boolean passedDeadline(long nowMs) {
        if (state == State.SERVING || state == State.ENDED) {
            return true;
        }
        if (nowMs < deadlineMs) {
            return false;
        }
        if (state != State.ENDING) {
            loop.recorder().count(Counter.SESSIONLESS_CONNECTIONS_EXPIRED);
            loop.log().warn(BoundedLog.Kind.SESSIONLESS, remote, "closed while " + state);
        }
        channel.close();
        return true;
    }

    // --- what the core says

    void deliverConnected(long newSessionId, int newTimeoutMs, byte[] password) {
        sessionId = newSessionId;
        timeoutMs = newTimeoutMs;
        if (isOver()) {
            services.inbox().submit(new CoreInput.Disconnected(port, newSessionId));
            return;
        }
        handshake.connected(newSessionId, newTimeoutMs, password);
        stats.answered(OperationNames.of(OpCode.CREATE_SESSION), 0, 0, heardMs, loop.nowMs());
        state = State.SERVING;
        if (blocked) {
            loop.resumeLater(this);
        }
    }

    void deliverRefused() {
        if (!isOver()) {
            handshake.refused();
            end();
        }
    }

    void deliverReply(int xid, long zxid, int errorCode, Response body) {
        if (isOver()) {
            loop.recorder().count(Counter.STALE_REPLIES);
            return;
        }
        loop.settleEvents(this);
        outgoing.reply(xid, zxid, errorCode, body);
        answered(xid, zxid, errorCode, Distribution.UPDATE_LATENCY);
    }

    /** The answer to a {@link TravellingRead}. */
    void deliverAnswer(int xid, long zxid, int errorCode, byte[] body) {
        if (isOver()) {
            loop.recorder().count(Counter.STALE_REPLIES);
            return;
        }
        loop.settleEvents(this);
        outgoing.encodedReply(xid, zxid, errorCode, body);
        answered(xid, zxid, errorCode, Distribution.READ_LATENCY);
    }

    private void answered(int xid, long zxid, int errorCode, Distribution latency) {
        int opCode = outstanding.firstOpCode();
        long arrivedMs = outstanding.firstArrivedMs();
        int length = outstanding.firstLength();
        outstanding.remove(xid);
        outstandingLimit.remove(1, length);
        markDirty();
        String operation = OperationNames.of(errorCode == 0 ? opCode : OpCode.ERROR);
        stats.answered(operation, xid, zxid, arrivedMs, loop.nowMs());
        loop.recorder().record(latency, loop.nowMs() - arrivedMs);
        if (opCode == OpCode.CLOSE_SESSION) {
            end();
        } else if (blocked && (outstanding.isEmpty() || !outstandingLimit.isReached())) {
            loop.resumeLater(this);
        }
    }

    // --- watch events

    @Override
    public boolean mayRead(List<Acl> acl) {
        return services.authorizer().allows(acl, Perms.READ, identities);
    }

    @Override
    public void notification(byte[] frame) {
        if (isOver() || requests.holdsBack(frame)) {
            return;
        }
        outgoing.frame(frame);
        loop.recorder().count(Counter.WATCH_BYTES, frame.length);
        markDirty();
        if (outgoing.isFull()) {
            outgoing.write();
            endIfNotReading();
        }
    }

    // --- writing

    boolean takesWrite() {
        boolean takes = outstanding.isEmpty() ? !outstandingLimit.isFull() : !outstandingLimit.isReached();
        if (!takes) {
            loop.recorder().count(Counter.THROTTLED);
            if (outstanding.isEmpty()) {
                // No reply will come that could resume it.
                loop.waitForRoom(this);
            }
        }
        return takes;
    }

    /** Hands a request to the core. */
    void submit(int xid, int opCode, int length, CoreInput input) {
        outstanding.add(xid, opCode, loop.nowMs(), length);
        outstandingLimit.add(length);
        services.inbox().submit(input);
    }

    void touch() {
        if (touchedInRound != loop.touchRound()) {
            touchedInRound = loop.touchRound();
            loop.touch(sessionId);
        }
    }

    void markDirty() {
        if (!dirty) {
            dirty = true;
            loop.markDirty(this);
        }
    }

    /** Sends what the turn has gathered. Never in a read phase: the core does not wait for sockets. */
    void flush() {
        dirty = false;
        if (state == State.ENDING) {
            outgoing.writeAndClose(abandoned);
        } else if (state != State.ENDED) {
            outgoing.flush();
            endIfNotReading();
            measure();
        }
    }

    private void endIfNotReading() {
        int max = services.limits().outgoingBytesMax();
        if (outgoing.waitingBytes() > max && !channel.isWritable()) {
            loop.log().warn(BoundedLog.Kind.NOT_READING, remote, "more than " + max + " bytes wait for it");
            abandoned = true;
            end();
        }
    }

    // --- memory

    /** Accounts for the memory that the connection holds. */
    void measure() {
        long before = heldBytes;
        heldBytes = state == State.ENDED ? 0 : incoming.capacity() + outgoing.waitingBytes();
        if (heldBytes != before) {
            loop.held(heldBytes - before);
        }
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Ends at once: there is no memory for what the connection holds. */
    void giveUp() {
        loop.log().warn(BoundedLog.Kind.TOO_MUCH_BUFFERED, remote, heldBytes + " bytes");
        if (isOver()) {
            channel.close();
        } else {
            abandoned = true;
            incoming.release();
            end();
        }
    }

    /** Serves nothing more; at the end of the turn, what is there is sent and the connection is closed. */
    void end() {
        if (isOver()) {
            return;
        }
        state = State.ENDING;
        deadlineMs = loop.nowMs() + services.limits().sessionlessTimeoutMs();
        loop.watchDeadline(this);
        setReading(false);
        markDirty();
    }
}
