package io.lyrebird.wire.peer;

/** One identity of the client whose request is forwarded. */
public record AuthInfo(String scheme, String id) {}
