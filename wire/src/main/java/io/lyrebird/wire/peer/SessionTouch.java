package io.lyrebird.wire.peer;

/** A session that has been heard of since the last ping. */
public record SessionTouch(long sessionId, int timeoutMs) {}
