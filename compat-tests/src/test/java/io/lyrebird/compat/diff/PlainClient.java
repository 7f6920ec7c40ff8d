package io.lyrebird.compat.diff;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.RequestHeader;
import org.apache.zookeeper.proto.WatcherEvent;

/** A well-behaved session on a bare connection: one request, then its reply. It neither pings nor reconnects by itself. */
public final class PlainClient implements Closeable {
    private static final int PING_XID = -2;
    private static final int AUTH_XID = -4;

    private final RawConnection connection;
    private final int replyLimitMs;
    private final ConnectResponse session;
    private final List<WatcherEvent> events = new ArrayList<>();
    private int lastXid;
    private long lastZxid;

    /** A new session. */
    public PlainClient(InetSocketAddress server, int sessionTimeoutMs, int replyLimitMs) throws IOException {
        this(new RawConnection(server), sessionTimeoutMs, replyLimitMs, 0, null);
    }

    /** A session on the given connection: a new one, or for an id other than 0 that one. */
    public PlainClient(
            RawConnection connection, int sessionTimeoutMs, int replyLimitMs, long sessionId, byte[] password)
            throws IOException {
        this.connection = connection;
        this.replyLimitMs = replyLimitMs;
        byte[] request = Handshake.plain(sessionTimeoutMs).frame(sessionId, password, 0, 0);
        connection.send(RawConnection.framed(request));
        byte[] frame = connection.receive(replyLimitMs);
        if (frame == null) {
            throw new IOException("the server closed the connection instead of opening a session");
        }
        session = new ConnectResponse();
        session.deserialize(BinaryInputArchive.getArchive(new ByteArrayInputStream(frame)), "session");
        if (session.getSessionId() == 0) {
            throw new IOException("the server refused the session");
        }
    }

    /** A reply: its header, and its body still to be read. */
    public record Reply(ReplyHeader header, BinaryInputArchive body) {
        public <T extends Record> T read(T record) throws IOException {
            record.deserialize(body, "reply");
            return record;
        }
    }

    public long sessionId() {
        return session.getSessionId();
    }

    public byte[] password() {
        return session.getPasswd();
    }

    public long lastZxid() {
        return lastZxid;
    }

    public RawConnection connection() {
        return connection;
    }

    /** The events that came before the replies so far, and that were not taken yet. */
    public List<WatcherEvent> takeEvents() {
        List<WatcherEvent> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    public void authenticate(String scheme, byte[] auth) throws IOException {
        send(AUTH_XID, OpCode.auth, new AuthPacket(0, scheme, auth));
        expectOk(receive(), "auth " + scheme);
    }

    public void ping() throws IOException {
        send(PING_XID, OpCode.ping, null);
        expectOk(receive(), "ping");
    }

    public Reply ask(int type, Record body) throws IOException {
        send(++lastXid, type, body);
        return receive();
    }

    public Reply askOk(int type, Record body) throws IOException {
        return expectOk(ask(type, body), body);
    }

    /** Sends the requests together and gives their replies in order. */
    public List<Reply> askAll(int type, List<? extends Record> bodies) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Record body : bodies) {
            all.write(RawConnection.framed(frame(++lastXid, type, body)));
        }
        connection.send(all.toByteArray());
        List<Reply> replies = new ArrayList<>();
        for (int i = 0; i < bodies.size(); i++) {
            replies.add(receive());
        }
        return replies;
    }

    /** The next reply; events before it are kept for {@link #takeEvents}. */
    public Reply receive() throws IOException {
        while (true) {
            byte[] frame = connection.receive(replyLimitMs);
            if (frame == null) {
                throw new IOException("the server closed the connection");
            }
            BinaryInputArchive in = BinaryInputArchive.getArchive(new ByteArrayInputStream(frame));
            ReplyHeader header = new ReplyHeader();
            header.deserialize(in, "header");
            if (header.getXid() != Replies.NOTIFICATION_XID) {
                lastZxid = Math.max(lastZxid, header.getZxid());
                return new Reply(header, in);
            }
            WatcherEvent event = new WatcherEvent();
            event.deserialize(in, "event");
            events.add(event);
        }
    }

    private void send(int xid, int type, Record body) throws IOException {
        connection.send(RawConnection.framed(frame(xid, type, body)));
    }

    /** A request as a frame without its length. */
    public static byte[] frame(int xid, int type, Record body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryOutputArchive out = BinaryOutputArchive.getArchive(bytes);
        new RequestHeader(xid, type).serialize(out, "header");
        if (body != null) {
            body.serialize(out, "request");
        }
        return bytes.toByteArray();
    }

    private static Reply expectOk(Reply reply, Object request) throws IOException {
        if (reply.header().getErr() != 0) {
            throw new IOException("error " + reply.header().getErr() + " for " + request);
        }
        return reply;
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
