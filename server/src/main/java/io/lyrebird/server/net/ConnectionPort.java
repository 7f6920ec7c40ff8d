package io.lyrebird.server.net;

import io.lyrebird.server.core.ClientPort;
import io.lyrebird.wire.client.Response;

/** A connection as the core holds it: every call is left in the outbox of the connection's loop. */
final class ConnectionPort implements ClientPort {
    /** Replies are many, so they are plain objects; the rest is rare. */
    private record Reply(Connection connection, int xid, long zxid, int errorCode, Response body)
            implements ClientLoop.Delivery {
        @Override
        public void deliver() {
            connection.deliverReply(xid, zxid, errorCode, body);
        }
    }

    private final Connection connection;
    private final ClientLoop loop;

    ConnectionPort(Connection connection, ClientLoop loop) {
        this.connection = connection;
        this.loop = loop;
    }

    private void post(ClientLoop.Delivery delivery) {
        loop.post(delivery);
    }

    @Override
    public void connected(long sessionId, int timeoutMs, byte[] password) {
        post(() -> connection.deliverConnected(sessionId, timeoutMs, password));
    }

    @Override
    public void refused() {
        post(connection::deliverRefused);
    }

    @Override
    public void reply(int xid, long zxid, int errorCode, Response body) {
        post(new Reply(connection, xid, zxid, errorCode, body));
    }

    @Override
    public void close() {
        post(connection::end);
    }

    @Override
    public String toString() {
        return connection.remote().toString();
    }
}
