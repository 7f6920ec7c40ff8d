package io.lyrebird.compat.fuzz;

import io.lyrebird.compat.diff.Dice;
import io.lyrebird.compat.diff.Dice.Weighted;
import io.lyrebird.compat.diff.PlainClient;
import io.lyrebird.compat.diff.RawConnection;
import io.lyrebird.compat.diff.RequestFrames;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetWatches;

/**
 * A client that means harm, or is broken. One attack is one number: the same number does the same. Whatever the server does
 * with the attacker is fine; what it does to others is not.
 */
final class Attacker {
    private static final int TIMEOUT_MS = 4_000;
    private static final int PATIENCE_MS = 300;
    private static final int FRAME_MAX = 0xfffff;
    private static final String ROOT = "/fuzz";
    private static final String BIG_NODE = ROOT + "/big";

    private final InetSocketAddress server;
    private final Dice dice;
    private final RequestFrames requests;

    Attacker(InetSocketAddress server, Dice dice) {
        this.server = server;
        this.dice = dice;
        this.requests = new RequestFrames(dice, ROOT);
    }

    /** Makes the nodes that attacks are about. */
    static void prepare(InetSocketAddress server) throws IOException {
        try (PlainClient client = new PlainClient(server, TIMEOUT_MS, TIMEOUT_MS)) {
            for (String path : List.of(ROOT, ROOT + "/a", ROOT + "/b")) {
                client.askOk(OpCode.create, new CreateRequest(path, new byte[0], Ids.OPEN_ACL_UNSAFE, 0));
            }
            byte[] big = new byte[FRAME_MAX / 2];
            client.askOk(OpCode.create, new CreateRequest(BIG_NODE, big, Ids.OPEN_ACL_UNSAFE, 0));
        }
    }

    /** Does one attack and says which it was. */
    String attack() throws IOException {
        Weighted<Attack> attacks = new Weighted<Attack>()
                .add(10, () -> new Attack("garbage instead of a connect request", this::garbage))
                .add(10, () -> new Attack("a hostile length", this::hostileLength))
                .add(10, () -> new Attack("a spoilt connect request", this::spoiltConnect))
                .add(30, () -> new Attack("spoilt requests", this::spoiltRequests))
                .add(10, () -> new Attack("a request of hostile counts", this::hostileCounts))
                .add(8, () -> new Attack("half a frame", this::halfFrame))
                .add(5, () -> new Attack("one byte at a time", this::byteByByte))
                .add(4, () -> new Attack("reads without reading the answers", this::deafReader))
                .add(2, () -> new Attack("a multiRead of much", this::amplifiedRead))
                .add(4, () -> new Attack("writes without reading the answers", this::deafWriter))
                .add(5, () -> new Attack("four letters", this::fourLetters))
                .add(3, () -> new Attack("many watches", this::manyWatches))
                .add(3, () -> new Attack("sessions that nobody closes", this::abandonedSessions))
                .add(3, () -> new Attack("what ends Apache", this::deadlyToApache))
                .add(2, () -> new Attack("connections up to the limit", this::connectionFlood));
        Attack attack = attacks.roll(dice);
        attack.work.run();
        return attack.name;
    }

    private interface Work {
        void run() throws IOException;
    }

    private record Attack(String name, Work work) {}

    private RawConnection connect() throws IOException {
        return new RawConnection(server);
    }

    /** Waits for the connection to end, or for patience to do so. */
    private static void linger(RawConnection connection) throws IOException {
        try {
            while (connection.receive(PATIENCE_MS) != null) {
                continue;
            }
        } catch (SocketTimeoutException e) {
            // Kept open: that is for the server to decide.
        } catch (IOException e) {
            // No frame at all, such as the answer to four letters.
        }
    }

    private void garbage() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(dice.bytes(dice.between(1, 3000)));
            linger(connection);
        }
    }

    private void hostileLength() throws IOException {
        try (RawConnection connection = dice.chance(50) ? connect() : session()) {
            connection.send(ByteBuffer.allocate(Integer.BYTES)
                    .putInt(Mutations.hostileInt(dice))
                    .array());
            connection.send(dice.bytes(dice.below(100)));
            linger(connection);
        }
    }

    private RawConnection session() throws IOException {
        RawConnection connection = connect();
        connection.send(RawConnection.framed(RequestFrames.connect(TIMEOUT_MS)));
        connection.receive(TIMEOUT_MS);
        return connection;
    }

    private void spoiltConnect() throws IOException {
        try (RawConnection connection = connect()) {
            connection.send(RawConnection.framed(Mutations.spoil(RequestFrames.connect(TIMEOUT_MS), dice)));
            linger(connection);
        }
    }

    private void spoiltRequests() throws IOException {
        try (RawConnection connection = session()) {
            for (int left = dice.between(1, 30); left > 0; left--) {
                byte[] frame = requests.next();
                connection.send(RawConnection.framed(dice.chance(80) ? Mutations.spoil(frame, dice) : frame));
            }
            linger(connection);
        }
    }

    /** Lists that claim to be long, strings and buffers that claim to be, in requests that end right there. */
    private void hostileCounts() throws IOException {
        try (RawConnection connection = session()) {
            for (int type :
                    new int[] {OpCode.create, OpCode.setWatches, OpCode.setWatches2, OpCode.setACL, OpCode.multi}) {
                ByteBuffer frame = ByteBuffer.allocate(64);
                frame.putInt(1).putInt(type);
                if (type == OpCode.setWatches || type == OpCode.setWatches2) {
                    frame.putLong(0);
                } else if (type == OpCode.multi) {
                    frame.putInt(OpCode.create).put((byte) 0).putInt(-1);
                }
                if (dice.chance(50) && type != OpCode.setWatches && type != OpCode.setWatches2) {
                    frame.putInt(2).put("/x".getBytes(StandardCharsets.US_ASCII));
                    frame.putInt(dice.chance(50) ? 0 : Mutations.hostileInt(dice));
                }
                frame.putInt(Mutations.hostileInt(dice));
                byte[] bytes = new byte[frame.flip().remaining()];
                frame.get(bytes);
                connection.send(RawConnection.framed(bytes));
            }
            linger(connection);
        }
    }

    private void halfFrame() throws IOException {
        try (RawConnection connection = dice.chance(50) ? connect() : session()) {
            connection.send(ByteBuffer.allocate(Integer.BYTES).putInt(FRAME_MAX).array());
            connection.send(dice.bytes(dice.below(FRAME_MAX)));
            linger(connection);
        }
    }

    private void byteByByte() throws IOException {
        try (RawConnection connection = connect()) {
            for (byte b : RawConnection.framed(RequestFrames.connect(TIMEOUT_MS))) {
                connection.send(new byte[] {b});
            }
            for (int i = 0; i < 3; i++) {
                for (byte b : RawConnection.framed(requests.next())) {
                    connection.send(new byte[] {b});
                }
            }
            linger(connection);
        }
    }

    /** Asks for far more than the kernel's buffers hold, and never looks at it. */
    private void deafReader() throws IOException {
        try (RawConnection connection = session()) {
            sendUntilStuck(connection, OpCode.getData, new GetDataRequest(BIG_NODE, false), 400);
        }
    }

    private void deafWriter() throws IOException {
        byte[] data = dice.bytes(dice.between(1, 2000));
        try (RawConnection connection = session()) {
            sendUntilStuck(connection, OpCode.setData, new SetDataRequest(ROOT + "/a", data, -1), 5_000);
        }
    }

    private static void sendUntilStuck(RawConnection connection, int type, Record request, int count)
            throws IOException {
        connection.socket().setSendBufferSize(1 << 16);
        Thread sender = new Thread(() -> {
            try {
                for (int xid = 1; xid <= count; xid++) {
                    connection.send(RawConnection.framed(PlainClient.frame(xid, type, request)));
                }
            } catch (IOException e) {
                // Its end is the end of the connection.
            }
        });
        sender.setDaemon(true);
        sender.start();
        try {
            sender.join(2L * PATIENCE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A request of a megabyte whose answer would be of gigabytes. */
    private void amplifiedRead() throws IOException {
        try (RawConnection connection = session()) {
            connection.send(RawConnection.framed(multiRead(dice.oneOf(100, 1_000, 10_000))));
            linger(connection);
        }
    }

    /** Asks many times, in one request, for a node of half a megabyte. */
    static byte[] multiRead(int count) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] header = ByteBuffer.allocate(9)
                .putInt(OpCode.getData)
                .put((byte) 0)
                .putInt(-1)
                .array();
        byte[] path = BIG_NODE.getBytes(StandardCharsets.US_ASCII);
        byte[] op = ByteBuffer.allocate(Integer.BYTES + path.length + 1)
                .putInt(path.length)
                .put(path)
                .array();
        body.write(ByteBuffer.allocate(8).putInt(1).putInt(OpCode.multiRead).array());
        for (int i = 0; i < count; i++) {
            body.write(header);
            body.write(op);
        }
        body.write(ByteBuffer.allocate(9).putInt(-1).put((byte) 1).putInt(-1).array());
        return body.toByteArray();
    }

    /** Sends the longest writes that are allowed, one behind the other, and waits for the answer to the last. */
    static Void writeMuch(InetSocketAddress server, InetSocketAddress local) throws IOException {
        SetDataRequest request = new SetDataRequest(ROOT + "/a", new byte[FRAME_MAX - 100], -1);
        try (PlainClient client =
                new PlainClient(new RawConnection(server, local), TIMEOUT_MS, 10 * TIMEOUT_MS, 0, null)) {
            client.askAll(OpCode.setData, Collections.nCopies(2, request));
        }
        return null;
    }

    private void fourLetters() throws IOException {
        String word = dice.oneOf(
                "ruok",
                "srvr",
                "stat",
                "mntr",
                "cons",
                "dump",
                "wchp",
                "wchc",
                "envi",
                "conf",
                "stmk",
                "kill",
                "ruokruok",
                "sr",
                "abcd");
        List<RawConnection> connections = new ArrayList<>();
        try {
            for (int left = dice.between(1, 5); left > 0; left--) {
                RawConnection connection = connect();
                connections.add(connection);
                connection.send(word.getBytes(StandardCharsets.US_ASCII));
                connection.send(dice.bytes(dice.below(10)));
            }
            for (RawConnection connection : connections) {
                linger(connection);
            }
        } finally {
            closeAll(connections);
        }
    }

    private void manyWatches() throws IOException {
        try (RawConnection connection = session()) {
            for (int round = 0; round < 3; round++) {
                int salt = dice.below(1_000_000);
                List<String> paths = IntStream.range(0, 20_000)
                        .mapToObj(i -> ROOT + "/watched/" + salt + "/" + i)
                        .collect(Collectors.toList());
                SetWatches watches = new SetWatches(0, Collections.emptyList(), paths, Collections.emptyList());
                connection.send(RawConnection.framed(PlainClient.frame(-8, OpCode.setWatches, watches)));
            }
            linger(connection);
        }
    }

    private void abandonedSessions() throws IOException {
        for (int left = dice.between(10, 60); left > 0; left--) {
            session().close();
        }
    }

    /** Requests that a client needs no rights for, and that a genuine Apache 3.9.5 does not survive. */
    private void deadlyToApache() throws IOException {
        String path = ROOT + "/deadly" + dice.below(1_000_000);
        byte[] nonsense = "nonsense".getBytes(StandardCharsets.US_ASCII);
        try (PlainClient client = new PlainClient(server, TIMEOUT_MS, TIMEOUT_MS)) {
            client.ask(OpCode.createTTL, new CreateTTLRequest(path + "t", new byte[0], Ids.OPEN_ACL_UNSAFE, 1, -1));
            client.ask(OpCode.create, new CreateRequest(path, new byte[0], Ids.OPEN_ACL_UNSAFE, 0));
            String quota = "/zookeeper/quota";
            for (String part : (path + "/zookeeper_limits").substring(1).split("/")) {
                quota += "/" + part;
                client.ask(OpCode.create, new CreateRequest(quota, nonsense, Ids.OPEN_ACL_UNSAFE, 0));
            }
            String stats = quota.replace("zookeeper_limits", "zookeeper_stats");
            client.ask(OpCode.create, new CreateRequest(stats, nonsense, Ids.OPEN_ACL_UNSAFE, 0));
            client.ask(OpCode.setData, new SetDataRequest(stats, dice.chance(50) ? nonsense : null, -1));
            client.ask(OpCode.create, new CreateRequest(path + "/x", nonsense, Ids.OPEN_ACL_UNSAFE, 0));
            client.ask(OpCode.setData, new SetDataRequest(path, nonsense, -1));
        }
    }

    private void connectionFlood() throws IOException {
        List<RawConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                RawConnection connection = connect();
                connections.add(connection);
                if (dice.chance(30)) {
                    connection.send(RawConnection.framed(RequestFrames.connect(TIMEOUT_MS)));
                }
            }
            linger(connections.get(connections.size() - 1));
        } finally {
            closeAll(connections);
        }
    }

    private static void closeAll(List<RawConnection> connections) throws IOException {
        for (RawConnection connection : connections) {
            connection.close();
        }
    }
}
