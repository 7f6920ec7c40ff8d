package io.lyrebird.server.core;

import io.lyrebird.wire.client.Response;

/**
 * The core's hold on one client connection. Calls come from the core's thread, and what they send leaves the connection in
 * the order of the calls, watch events included.
 */
public interface ClientPort {
    /** The session is established, or established again: the connection may serve its requests. */
    void connected(long sessionId, int timeoutMs, byte[] password);

    /** The session does not exist or the password is wrong. The client is told so, and the connection ends. */
    void refused();

    /** Answers a request. The body is null where there is none, as in every error. */
    void reply(int xid, long zxid, int errorCode, Response body);

    /** The session has ended or has moved to another connection: what was sent before goes out, then this ends. */
    void close();
}
