package io.lyrebird.server.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OwnerEncodingTest {
    private static final OwnerEncoding PLAIN = new OwnerEncoding(false, false);
    private static final OwnerEncoding EXTENDED = new OwnerEncoding(true, false);
    private static final OwnerEncoding EMULATING = new OwnerEncoding(true, true);

    @Test
    void theOwnerTellsTheKind() {
        assertEquals(NodeKind.PERSISTENT, EXTENDED.kind(0));
        assertEquals(NodeKind.EPHEMERAL, EXTENDED.kind(0x0100_0000_0000_0001L));
        assertEquals(NodeKind.CONTAINER, PLAIN.kind(Long.MIN_VALUE));
        assertEquals(NodeKind.CONTAINER, EXTENDED.kind(Long.MIN_VALUE));
        assertEquals(NodeKind.CONTAINER, EMULATING.kind(Long.MIN_VALUE));
        long ttl = OwnerEncoding.ttlOwner(1234);
        assertEquals(NodeKind.TTL, EXTENDED.kind(ttl));
        assertEquals(1234, EXTENDED.ttlMs(ttl));
        assertEquals(NodeKind.EPHEMERAL, PLAIN.kind(ttl));
    }

    @Test
    void everyNegativeOwnerIsATtlWhere353IsEmulated() {
        long of353 = Long.MIN_VALUE | 5000;
        assertEquals(NodeKind.TTL, EMULATING.kind(of353));
        assertEquals(5000, EMULATING.ttlMs(of353));
        assertEquals(NodeKind.EPHEMERAL, EXTENDED.kind(of353));
    }

    @Test
    void ttlsHaveFortyBits() {
        assertEquals(0xffffffffffL, EXTENDED.ttlMs(OwnerEncoding.ttlOwner(OwnerEncoding.TTL_MAX_MS)));
        assertThrows(IllegalArgumentException.class, () -> OwnerEncoding.ttlOwner(0));
        assertThrows(IllegalArgumentException.class, () -> OwnerEncoding.ttlOwner(OwnerEncoding.TTL_MAX_MS + 1));
    }
}
