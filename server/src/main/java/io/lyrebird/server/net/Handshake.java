package io.lyrebird.server.net;

import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The beginning of a connection: a four letter word and its answer, or a ConnectRequest and the core's answer to it. */
final class Handshake {
    private static final int PASSWORD_BYTES = 16;

    private final Connection connection;
    private final ClientLoop loop;
    private final ClientServices services;
    private final Outgoing outgoing;
    private boolean answersReadOnly;

    Handshake(Connection connection, ClientLoop loop, Outgoing outgoing) {
        this.connection = connection;
        this.loop = loop;
        this.outgoing = outgoing;
        services = loop.services();
    }

    boolean isWord(int firstFourBytes) {
        return services.words().isWord(firstFourBytes);
    }

    /** Has a word answered; false if what follows the word is not there yet. */
    boolean serveWord(ByteBuf in, int word) {
        boolean takesMask = services.words().takesMask(word);
        if (takesMask && in.readableBytes() < Integer.BYTES + Long.BYTES) {
            return false;
        }
        long mask = takesMask ? in.getLong(in.readerIndex() + Integer.BYTES) : 0;
        in.skipBytes(in.readableBytes());
        services.words().answer(word, mask, answer -> loop.execute(() -> loop.turn(() -> answerWord(answer))));
        return true;
    }

    private void answerWord(String answer) {
        if (!connection.isOver()) {
            outgoing.raw().writeCharSequence(answer, StandardCharsets.UTF_8);
            connection.end();
        }
    }

    /** Asks the core for a session; false if this client cannot be served here. */
    boolean connect(ByteBuf in) {
        ConnectRequest request = ConnectRequest.decode(in);
        answersReadOnly = request.hasReadOnly();
        loop.enterReadPhase();
        long lastZxid = services.tree().lastZxid();
        loop.leaveReadPhase();
        if (request.lastZxidSeen() > lastZxid) {
            String seen = Long.toHexString(request.lastZxidSeen());
            String here = Long.toHexString(lastZxid);
            loop.log()
                    .warn(
                            BoundedLog.Kind.ZXID_AHEAD,
                            connection.remote(),
                            "it has seen 0x" + seen + ", the last one here is 0x" + here);
            return false;
        }
        loop.recorder().count(Counter.CONNECTION_REQUESTS);
        if (request.sessionId() != 0) {
            loop.recorder().count(Counter.CONNECTION_REVALIDATIONS);
        }
        services.inbox().submit(new CoreInput.Connect(connection.port(), request, connection.identities()));
        return true;
    }

    void connected(long sessionId, int timeoutMs, byte[] password) {
        respond(new ConnectResponse(0, timeoutMs, sessionId, password, false));
    }

    void refused() {
        respond(new ConnectResponse(0, 0, 0, new byte[PASSWORD_BYTES], false));
    }

    private void respond(ConnectResponse response) {
        ByteBuf out = outgoing.raw();
        int start = out.writerIndex();
        out.writeInt(0);
        response.encode(out, answersReadOnly);
        out.setInt(start, out.writerIndex() - start - Integer.BYTES);
        connection.markDirty();
    }
}
