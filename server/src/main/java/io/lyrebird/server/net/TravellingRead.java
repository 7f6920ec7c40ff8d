package io.lyrebird.server.net;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.request.ReadOperation;
import io.lyrebird.wire.client.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * A read between two writes of its connection. It goes to the core with them and is answered there in its turn, so that
 * the second write need not wait until the first is on disk and the read has seen it.
 */
final class TravellingRead implements Runnable {
    private static final int ANSWER_BYTES = 256;

    private final Connection connection;
    private final ClientLoop loop;
    private final int xid;
    private final ReadOperation operation;
    private final byte[] request;
    private final List<Identity> identities;

    TravellingRead(Connection connection, ClientLoop loop, int xid, ReadOperation operation, byte[] request) {
        this.connection = connection;
        this.loop = loop;
        this.xid = xid;
        this.operation = operation;
        this.request = request;
        identities = connection.identities();
    }

    /** By the core, in a write phase: what belongs to the loop in its read phases is the core's for so long. */
    @Override
    public void run() {
        if (connection.isOver()) {
            return; // its watches are about to be cleared, or were
        }
        ByteBuf answer = Unpooled.buffer(ANSWER_BYTES);
        ErrorCode error = answer(answer);
        byte[] body = error == ErrorCode.OK ? ByteBufUtil.getBytes(answer) : null;
        int bytes = body == null ? 0 : body.length;
        long zxid = loop.services().tree().lastZxid();
        if (loop.takesAnswer(bytes)) {
            loop.post((ClientLoop.Delivery) () -> {
                loop.answerTaken(bytes);
                connection.deliverAnswer(xid, zxid, error.code(), body);
            });
        } else {
            // The loop does not come to send what is here already: there is no memory for more.
            loop.post((ClientLoop.Delivery) connection::giveUp);
        }
    }

    private ErrorCode answer(ByteBuf out) {
        try {
            loop.readContext().of(connection.sessionId(), identities, connection.watches());
            return operation.answer(loop.readContext(), Unpooled.wrappedBuffer(request), out);
        } catch (IllegalStateException e) {
            throw e; // a broken invariant, not the client's doing
        } catch (RuntimeException e) {
            loop.log().warn(BoundedLog.Kind.FAILED_REQUEST, connection.remote(), e.toString(), e);
            return ErrorCode.MARSHALLING_ERROR;
        }
    }
}
