package io.lyrebird.server.tree;

/**
 * How container and TTL nodes are told apart by their ephemeralOwner (Apache's EphemeralType). TTL nodes exist only
 * where extended types are enabled; the encoding of 3.5.3, in which every negative owner is one, is read where it is emulated.
 */
public record OwnerEncoding(boolean extendedTypesEnabled, boolean emulate353) {
    /** The owner of every container node. */
    public static final long CONTAINER = Long.MIN_VALUE;

    /** The longest life of a TTL node, about 34 years. */
    public static final long TTL_MAX_MS = 0x000000ffffffffffL;

    private static final long EXTENDED_MASK = 0xff00000000000000L;
    private static final long FEATURE_MASK = 0x00ffff0000000000L;

    public static long ttlOwner(long ttlMs) {
        if (!isValidTtl(ttlMs)) {
            throw new IllegalArgumentException("a TTL of " + ttlMs + " ms is not between 1 and " + TTL_MAX_MS);
        }
        return EXTENDED_MASK | ttlMs;
    }

    public static boolean isValidTtl(long ttlMs) {
        return ttlMs > 0 && ttlMs <= TTL_MAX_MS;
    }

    public NodeKind kind(long ephemeralOwner) {
        if (ephemeralOwner == 0) {
            return NodeKind.PERSISTENT;
        }
        if (ephemeralOwner == CONTAINER) {
            return NodeKind.CONTAINER;
        }
        return isTtl(ephemeralOwner) ? NodeKind.TTL : NodeKind.EPHEMERAL;
    }

    public long ttlMs(long ephemeralOwner) {
        return ephemeralOwner & TTL_MAX_MS;
    }

    private boolean isTtl(long owner) {
        if (!extendedTypesEnabled) {
            return false;
        }
        return emulate353 && owner < 0 || (owner & EXTENDED_MASK) == EXTENDED_MASK && (owner & FEATURE_MASK) == 0;
    }
}
