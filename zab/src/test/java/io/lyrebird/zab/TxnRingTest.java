package io.lyrebird.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TxnRingTest {
    private record Entry(long zxid, byte[] txn) {}

    @Test
    void holdsWhatADequeHoldsHoweverItWrapsAndGrows() {
        Random random = new Random(1);
        TxnRing ring = new TxnRing();
        Deque<Entry> expected = new ArrayDeque<>();
        long zxid = 0;
        for (int step = 0; step < 20_000; step++) {
            boolean add = random.nextInt(100) < (step / 1000 % 2 == 0 ? 60 : 40);
            if (add) {
                byte[] txn = {(byte) step};
                zxid += 2;
                ring.addLast(zxid, txn);
                expected.addLast(new Entry(zxid, txn));
            } else if (!expected.isEmpty() && random.nextInt(4) == 0) {
                ring.removeLast();
                expected.removeLast();
            } else if (!expected.isEmpty()) {
                ring.removeFirst();
                expected.removeFirst();
            }
            assertEquals(expected.size(), ring.size());
            if (!expected.isEmpty()) {
                assertEquals(expected.getFirst().zxid(), ring.zxid(0));
                assertEquals(expected.getLast().zxid(), ring.zxid(ring.size() - 1));
            }
        }
        int index = 0;
        for (Iterator<Entry> entries = expected.iterator(); entries.hasNext(); index++) {
            Entry entry = entries.next();
            assertEquals(entry.zxid(), ring.zxid(index));
            assertEquals(index + 1, ring.indexAfter(entry.zxid()));
            assertEquals(index, ring.indexAfter(entry.zxid() - 1));
            assertSame(entry.txn(), ring.txn(index));
        }
    }

    @Test
    void anIndexOutsideIsRefused() {
        TxnRing ring = new TxnRing();
        ring.addLast(1, new byte[0]);
        assertThrows(IllegalStateException.class, () -> ring.zxid(1));
        assertThrows(IllegalStateException.class, () -> ring.txn(-1));
        ring.removeFirst();
        assertThrows(IllegalStateException.class, ring::removeFirst);
    }
}
