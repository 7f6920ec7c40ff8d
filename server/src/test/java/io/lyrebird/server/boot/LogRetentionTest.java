package io.lyrebird.server.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.zab.Zxid;
import org.junit.jupiter.api.Test;

class LogRetentionTest {
    private final LogRetention retention = new LogRetention(300, 3, 1000);

    @Test
    void youngLogIsKeptWhole() {
        assertEquals(0, retention.dropBefore(0));
        assertEquals(0, retention.dropBefore(Zxid.of(3, 300)));
    }

    @Test
    void lastTxnsOfALongEpochAreKept() {
        assertEquals(Zxid.of(3, 701), retention.dropBefore(Zxid.of(3, 1001)));
    }

    @Test
    void epochsOfManyRestartsDoNotPileUp() {
        assertEquals(Zxid.of(7, 0), retention.dropBefore(Zxid.of(10, 5)));
        assertEquals(Zxid.of(10, 700), retention.dropBefore(Zxid.of(10, 1000)));
    }

    @Test
    void engineThatForgetsKeepsNothing() {
        assertEquals(Zxid.of(4, 77), LogRetention.NOTHING.dropBefore(Zxid.of(4, 77)));
    }

    @Test
    void nothingIsDroppedThatTheImageDoesNotHave() {
        for (long counter = 0; counter < 2000; counter += 7) {
            long durableZxid = Zxid.of(9, counter);
            assertEquals(true, retention.dropBefore(durableZxid) <= durableZxid + 1);
        }
    }
}
