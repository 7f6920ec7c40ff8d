package io.lyrebird.server.request;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.wire.client.Request;
import java.util.List;

/** A request that changes state, with who asks for it. Requests that the server makes for itself have the xid 0. */
public record WriteRequest(long sessionId, int xid, int opCode, Request body, List<Identity> identities) {}
