package io.lyrebird.compat.diff;

import io.lyrebird.compat.support.Await;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.ConnectResponse;
import org.apache.zookeeper.proto.ReplyHeader;

/** One sequence on one server. Each step adds what it was seen to do; the two servers' sightings are then compared. */
final class SideRun implements Step.Performer, AutoCloseable {
    private static final int LONG_FRAME = 2_000;
    private static final int SILENCE_LIMIT_MS = 5_000;
    private static final Duration EXPIRY_LIMIT = Duration.ofSeconds(20);
    private static final int USUAL_TIMEOUT_MS = 30_000;
    private static final int SHORTEST_TIMEOUT_MS = 1;
    private static final Call PING = Call.empty(OpCode.ping, "ping").withXid(-2);
    private static final Call CLOSE_SESSION = Call.empty(OpCode.closeSession, "closeSession");

    /** The server and its administrator, of which there is another one after a restart. */
    interface Host {
        InetSocketAddress address();

        Admin admin();

        void restart(boolean killed) throws Exception;
    }

    private final Host host;
    private final String root;
    private final long baseZxid;
    private final Normal normal;
    private final Replies replies;
    private final Map<Integer, Client> clients = new TreeMap<>();
    private final Map<Long, byte[]> openSessions = new LinkedHashMap<>();
    private final Set<Long> zxidsOfClosedSessions = new HashSet<>();
    private List<Sighting> sightings = new ArrayList<>();
    private String lastCreated;

    SideRun(Host host, String root) throws IOException {
        this.host = host;
        this.root = root;
        this.baseZxid = host.admin().create(root);
        this.normal = new Normal(baseZxid);
        this.replies = new Replies(normal);
        this.lastCreated = root;
    }

    /** Nothing came where something must: the sequence cannot go on. */
    static final class SilenceException extends IOException {
        private static final long serialVersionUID = 1;

        SilenceException(String message) {
            super(message);
        }
    }

    private final class Client implements Bindings {
        RawConnection connection;
        long sessionId;
        byte[] password;
        int lastXid;
        long lastSeenZxid;

        boolean isConnected() {
            return connection != null && !connection.isClosedByServer();
        }

        @Override
        public String root() {
            return root;
        }

        @Override
        public String lastCreated() {
            return lastCreated;
        }

        @Override
        public long baseZxid() {
            return baseZxid;
        }

        @Override
        public long lastSeenZxid() {
            return lastSeenZxid;
        }
    }

    /** What was seen since the last call, in an order that servers that behave alike agree on. */
    List<Sighting> takeSightings() {
        List<Sighting> taken = KnownDifferences.inOneOrder(sightings, zxidsOfClosedSessions);
        sightings = new ArrayList<>();
        return taken;
    }

    Normal normal() {
        return normal;
    }

    @Override
    public void ask(int number, List<Call> calls) throws IOException {
        Client client = connected(number);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Deque<Call> unanswered = new ArrayDeque<>(calls);
        for (Call call : calls) {
            all.write(RawConnection.framed(call.frame(++client.lastXid, client)));
        }
        if (all.size() > LONG_FRAME || calls.stream().anyMatch(KnownDifferences::mayOvertakeEvents)) {
            // What is on its way to a client that is still sending when the connection is closed may get lost as well.
            barrier(client);
        }
        client.connection.send(all.toByteArray());
        while (!unanswered.isEmpty() && client.isConnected()) {
            if (!receive(client, unanswered.peek()).isEvent()) {
                unanswered.remove();
            }
        }
    }

    /** Takes one frame, or notes the end of the connection. */
    private Sighting receive(Client client, Call call) throws IOException {
        byte[] frame = receive(client.connection, call.text());
        if (frame == null) {
            return see(Sighting.other("CLOSED by the server"));
        }
        Replies.Decoded decoded;
        try {
            decoded = replies.decode(frame, call.type());
        } catch (IOException | RuntimeException e) {
            return see(Sighting.other("UNREADABLE " + Normal.hex(frame) + " (" + e + ")"));
        }
        see(decoded.sighting());
        if (!decoded.isEvent()) {
            client.lastSeenZxid = Math.max(client.lastSeenZxid, decoded.header().getZxid());
            if (decoded.header().getErr() == 0) {
                answered(client, call, decoded);
            } else if (endsConnection(decoded.header())) {
                see(Sighting.other(endOf(client.connection)));
            }
        }
        return decoded.sighting();
    }

    /** The reply that a failed authentication or an unknown request gets is the last; the connection goes soon after. */
    private static boolean endsConnection(ReplyHeader header) {
        return header.getErr() == Code.AUTHFAILED.intValue()
                || header.getErr() == Code.UNIMPLEMENTED.intValue() && header.getZxid() == -1;
    }

    private void answered(Client client, Call call, Replies.Decoded decoded) throws IOException {
        if (decoded.createdPath() != null && decoded.createdPath().startsWith(root)) {
            lastCreated = decoded.createdPath();
        }
        if (call.type() == OpCode.closeSession) {
            zxidsOfClosedSessions.add(decoded.header().getZxid());
            openSessions.remove(client.sessionId);
            see(Sighting.other(endOf(client.connection)));
        }
    }

    private Sighting see(Sighting sighting) {
        sightings.add(sighting);
        return sighting;
    }

    private static byte[] receive(RawConnection connection, String after) throws IOException {
        try {
            return connection.receive(SILENCE_LIMIT_MS);
        } catch (SocketTimeoutException e) {
            throw new SilenceException("SILENCE for " + SILENCE_LIMIT_MS + " ms after " + after);
        }
    }

    private static String endOf(RawConnection connection) throws IOException {
        int frames = 0;
        while (receive(connection, "what should end the connection") != null) {
            frames++;
        }
        return "CLOSED by the server" + (frames == 0 ? "" : " after " + frames + " frames more");
    }

    /** The client, with a connection: one that has lost its connection or never had one begins a new session. */
    private Client connected(int number) throws IOException {
        Client client = client(number);
        if (!client.isConnected()) {
            open(number, Handshake.plain(USUAL_TIMEOUT_MS));
        }
        if (!client.isConnected()) {
            throw new IOException("no session: " + sightings);
        }
        return client;
    }

    private Client client(int number) {
        return clients.computeIfAbsent(number, unknown -> new Client());
    }

    @Override
    public void open(int number, Handshake handshake) throws IOException {
        Client client = client(number);
        drop(number);
        client.connection = new RawConnection(host.address());
        greet(client, client.connection, handshake, 0, null);
    }

    /** Events on their way to a connection would be lost with it or not, as it happens: they are seen first. */
    private void barrier(Client client) throws IOException {
        if (client.isConnected()) {
            client.connection.send(RawConnection.framed(PING.frame(0, client)));
            while (client.isConnected() && receive(client, PING).isEvent()) {
                continue;
            }
        }
    }

    @Override
    public void reopen(int number, Handshake handshake) throws IOException {
        Client client = client(number);
        if (client.sessionId == 0) {
            open(number, handshake);
            return;
        }
        if (KnownDifferences.costsTheOwnerTheConnection(handshake.credentials())) {
            drop(number);
        }
        barrier(client);
        RawConnection before = client.connection;
        RawConnection after = new RawConnection(host.address());
        if (greet(client, after, handshake, client.sessionId, client.password)) {
            client.connection = after;
            if (before != null && !before.isClosedByServer()) {
                see(Sighting.other("the connection before: " + endOf(before)));
                before.close();
            }
        } else {
            after.close();
            barrier(client);
        }
    }

    /** Whether the server lets the client in. */
    private boolean greet(Client client, RawConnection connection, Handshake handshake, long sessionId, byte[] password)
            throws IOException {
        byte[] request = handshake.frame(sessionId, password, client.lastSeenZxid, baseZxid);
        connection.send(RawConnection.framed(request));
        byte[] frame = receive(connection, "connecting");
        if (frame == null) {
            see(Sighting.other("CLOSED by the server instead of a session"));
            return false;
        }
        ByteArrayInputStream bytes = new ByteArrayInputStream(frame);
        BinaryInputArchive in = BinaryInputArchive.getArchive(bytes);
        ConnectResponse response = new ConnectResponse();
        response.setProtocolVersion(in.readInt("protocolVersion"));
        response.setTimeOut(in.readInt("timeOut"));
        response.setSessionId(in.readLong("sessionId"));
        response.setPasswd(in.readBuffer("passwd"));
        see(Sighting.other("session " + normal.session(response.getSessionId()) + " protocol="
                + response.getProtocolVersion() + " timeout=" + response.getTimeOut() + " password="
                + Normal.password(response.getSessionId(), response.getPasswd()) + " then "
                + Normal.hex(bytes.readAllBytes())));
        if (response.getSessionId() == 0) {
            see(Sighting.other(endOf(connection)));
            return false;
        }
        client.sessionId = response.getSessionId();
        client.password = response.getPasswd();
        client.lastXid = 0;
        openSessions.put(client.sessionId, client.password);
        return true;
    }

    @Override
    public void drop(int number) throws IOException {
        Client client = client(number);
        if (client.connection != null) {
            barrier(client);
            client.connection.close();
            client.connection = null;
        }
    }

    @Override
    public void expire(int number, boolean silently) throws Exception {
        connected(number);
        Client client = client(number);
        long zxidBefore = host.admin().zxid();
        reopen(number, Handshake.plain(SHORTEST_TIMEOUT_MS));
        if (!client.isConnected()) {
            return;
        }
        if (!silently) {
            client.connection.close();
        }
        if (!Await.holdsWithin(EXPIRY_LIMIT, () -> host.admin().zxid() > zxidBefore)) {
            throw new SilenceException("NO EXPIRY within " + EXPIRY_LIMIT);
        }
        long zxid = host.admin().zxid();
        zxidsOfClosedSessions.add(zxid);
        see(Sighting.other("expired at zxid " + normal.zxid(zxid)));
        if (silently) {
            // Its own events may or may not be sent before the connection goes.
            endOf(client.connection);
        }
        openSessions.remove(client.sessionId);
        client.connection.close();
        client.connection = null;
    }

    @Override
    public void restart(boolean killed) throws Exception {
        settle();
        for (Client client : clients.values()) {
            if (client.connection != null) {
                client.connection.close();
                client.connection = null;
            }
        }
        host.restart(killed);
        normal.restarted(host.admin().zxid());
    }

    /** The events that are still on their way. */
    void settle() throws IOException {
        for (Client client : clients.values()) {
            barrier(client);
        }
    }

    /** Ends all sessions, so that none expires in the middle of a later sequence. */
    void closeSessions() throws IOException {
        for (Map.Entry<Integer, Client> entry : clients.entrySet()) {
            if (entry.getValue().isConnected()) {
                ask(entry.getKey(), List.of(CLOSE_SESSION));
            }
        }
        Map<Long, byte[]> left = new LinkedHashMap<>(openSessions);
        for (Map.Entry<Long, byte[]> session : left.entrySet()) {
            Client client = new Client();
            client.connection = new RawConnection(host.address());
            clients.put(-1 - clients.size(), client);
            Handshake handshake = Handshake.plain(USUAL_TIMEOUT_MS);
            if (greet(client, client.connection, handshake, session.getKey(), session.getValue())) {
                ask(-clients.size(), List.of(CLOSE_SESSION));
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Client client : clients.values()) {
            if (client.connection != null) {
                client.connection.close();
            }
        }
    }
}
