package io.lyrebird.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ZxidTest {
    @Test
    void anEpochAndACounterAreTwoHalvesOfAZxid() {
        long zxid = Zxid.of(0x7fff_ffffL, 0xffff_fffeL);
        assertEquals(0x7fff_ffff_ffff_fffeL, zxid);
        assertEquals(0x7fff_ffffL, Zxid.epoch(zxid));
        assertEquals(0xffff_fffeL, Zxid.counter(zxid));
        assertEquals("7fffffff:fffffffe", Zxid.text(zxid));
    }

    @Test
    void aTxnFollowsTheOneBeforeItWithoutAGap() {
        assertTrue(Zxid.follows(Zxid.of(1, 5), Zxid.of(1, 4)));
        assertTrue(Zxid.follows(Zxid.of(1, 1), Zxid.of(1, 0)));
        assertFalse(Zxid.follows(Zxid.of(1, 6), Zxid.of(1, 4)));
        assertFalse(Zxid.follows(Zxid.of(1, 4), Zxid.of(1, 4)));
        assertFalse(Zxid.follows(Zxid.of(1, 3), Zxid.of(1, 4)));
    }

    @Test
    void aLaterEpochBeginsWithOne() {
        assertTrue(Zxid.follows(Zxid.of(2, 1), Zxid.of(1, 4)));
        assertTrue(Zxid.follows(Zxid.of(4, 1), Zxid.of(1, 0)));
        assertFalse(Zxid.follows(Zxid.of(2, 2), Zxid.of(1, 4)));
        assertFalse(Zxid.follows(Zxid.of(2, 0), Zxid.of(1, 0xffff_ffffL)));
        assertFalse(Zxid.follows(Zxid.of(1, 1), Zxid.of(2, 4)));
    }
}
