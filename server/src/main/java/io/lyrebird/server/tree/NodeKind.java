package io.lyrebird.server.tree;

/** What the ephemeralOwner of a node says about its life. */
public enum NodeKind {
    PERSISTENT,
    EPHEMERAL,
    CONTAINER,
    TTL
}
