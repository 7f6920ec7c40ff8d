package io.lyrebird.compat.scale;

import io.lyrebird.compat.diff.RawConnection;
import io.lyrebird.compat.diff.RequestFrames;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Many sessions that do what idle clients do: ping three times in a session timeout. One thread holds them all, so that
 * what is measured is the server.
 */
final class SessionCrowd implements AutoCloseable {
    private static final int CONNECTING_MAX = 200;
    private static final int SESSIONS_PER_ADDRESS = 4_000;
    private static final int PING_XID = -2;
    private static final int PING_TYPE = 11;

    private final InetSocketAddress server;
    private final int timeoutMs;
    private final Selector selector;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 16);
    private final List<Member> members = new ArrayList<>();
    /** In the order in which they have to ping. */
    private final Deque<Member> byNextPing = new ArrayDeque<>();

    private int connecting;
    private int lost;
    private long pongs;

    SessionCrowd(InetSocketAddress server, int timeoutMs) throws IOException {
        this.server = server;
        this.timeoutMs = timeoutMs;
        this.selector = Selector.open();
    }

    private static final class Member {
        final SocketChannel channel;
        boolean established;
        boolean lost;
        long nextPingNanos;
        int missingBytes;

        Member(SocketChannel channel) {
            this.channel = channel;
        }
    }

    /** Sessions that are established and have not been lost. */
    int size() {
        return byNextPing.size();
    }

    int lost() {
        return lost;
    }

    long pongs() {
        return pongs;
    }

    /** Opens that many sessions and returns when the last one is established. */
    void grow(int count) throws IOException {
        int wanted = members.size() + count;
        while (size() + lost < wanted) {
            while (members.size() < wanted && connecting < CONNECTING_MAX) {
                connect();
            }
            turn();
        }
    }

    /** Keeps the sessions alive for that long. */
    void hold(long seconds) throws IOException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < endNanos) {
            turn();
        }
    }

    private void connect() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.bind(new InetSocketAddress("127.0.1." + (1 + members.size() / SESSIONS_PER_ADDRESS), 0));
        Member member = new Member(channel);
        members.add(member);
        connecting++;
        if (channel.connect(server)) {
            greet(member);
        }
        int interest = channel.isConnected() ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
        channel.register(selector, interest, member);
    }

    private void greet(Member member) throws IOException {
        send(member, RequestFrames.connect(timeoutMs));
    }

    private static void send(Member member, byte[] frame) throws IOException {
        ByteBuffer framed = ByteBuffer.wrap(RawConnection.framed(frame));
        member.channel.write(framed);
        if (framed.hasRemaining()) {
            throw new IOException("a server that does not read even a ping");
        }
    }

    private void turn() throws IOException {
        long now = System.nanoTime();
        Member next = byNextPing.peek();
        long waitMs = next == null ? 100 : TimeUnit.NANOSECONDS.toMillis(next.nextPingNanos - now);
        if (waitMs > 0) {
            selector.select(Math.min(waitMs, 100));
        } else {
            selector.selectNow();
        }
        for (SelectionKey key : selector.selectedKeys()) {
            handle(key);
        }
        selector.selectedKeys().clear();
        ping(System.nanoTime());
    }

    private void handle(SelectionKey key) throws IOException {
        Member member = (Member) key.attachment();
        try {
            if (key.isConnectable() && member.channel.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                greet(member);
            } else if (key.isReadable()) {
                read(member);
            }
        } catch (IOException e) {
            lose(member);
        }
    }

    private void read(Member member) throws IOException {
        buffer.clear();
        if (member.channel.read(buffer) < 0) {
            throw new IOException("closed by the server");
        }
        buffer.flip();
        if (!member.established) {
            established(member);
        } else {
            countReplies(member);
        }
    }

    private void established(Member member) throws IOException {
        int timeout = buffer.getInt(8);
        if (timeout <= 0) {
            throw new IOException("the session was refused");
        }
        member.established = true;
        connecting--;
        schedule(member, System.nanoTime());
    }

    /** Nothing but pongs comes, but one may come in two halves. */
    private void countReplies(Member member) {
        int frame = Integer.BYTES + 16;
        int bytes = buffer.remaining() + member.missingBytes;
        pongs += bytes / frame;
        member.missingBytes = bytes % frame;
    }

    private void schedule(Member member, long nowNanos) {
        member.nextPingNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(timeoutMs) / 3;
        byNextPing.add(member);
    }

    private void ping(long nowNanos) throws IOException {
        byte[] ping = ByteBuffer.allocate(8).putInt(PING_XID).putInt(PING_TYPE).array();
        while (!byNextPing.isEmpty() && byNextPing.peek().nextPingNanos <= nowNanos) {
            Member member = byNextPing.remove();
            if (!member.lost) {
                send(member, ping);
                schedule(member, nowNanos);
            }
        }
    }

    private void lose(Member member) throws IOException {
        if (!member.established) {
            connecting--;
        }
        byNextPing.remove(member);
        member.lost = true;
        member.channel.close();
        lost++;
    }

    @Override
    public void close() throws IOException {
        for (Member member : members) {
            member.channel.close();
        }
        selector.close();
    }
}
