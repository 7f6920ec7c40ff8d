package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.TreeDump;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import org.junit.jupiter.api.Test;

/**
 * The 32-bit counter of sequential names. Apache's overflows when a txn is prepared, but a tree does not take the lower
 * value: from then on the counter stands still. Counters that older servers let overflow go on from where they are.
 */
class SequenceOverflowTest {
    private final TestBed bed = new TestBed();

    private void parentWithCounter(int counter) {
        StoredStat stat = StoredStat.created(1, 1, 0).withChildrenCreated(counter, 1);
        bed.tree.restore("/q", null, Acl.OPEN_ACL_UNSAFE, stat);
    }

    @Test
    void theCounterStopsAtItsLargestValueAndNothingBreaks() {
        parentWithCounter(Integer.MAX_VALUE - 1);
        assertEquals("/q/n2147483646", bed.createSequential("/q/n"));
        assertEquals("/q/n2147483647", bed.createSequential("/q/n"));
        ErrorCode again = bed.error(OpCode.CREATE, TestBed.create("/q/n", CreateMode.PERSISTENT_SEQUENTIAL));
        assertEquals(ErrorCode.NODE_EXISTS, again);
        assertEquals("/q/other2147483647", bed.createSequential("/q/other"));
        assertEquals(Integer.MAX_VALUE, bed.tree.find("/q").childrenCreated());
        assertEquals(TreeDump.digest(bed.tree), bed.tree.digest());
    }

    @Test
    void theDigestPredictedAtTheOverflowIsRight() {
        parentWithCounter(Integer.MAX_VALUE);
        PreparedTxn txn = bed.prepare(OpCode.CREATE, TestBed.create("/q/n", CreateMode.PERSISTENT_SEQUENTIAL));
        PreparedTxn plain = bed.prepare(OpCode.CREATE, TestBed.create("/q/plain", CreateMode.PERSISTENT));
        bed.applyNext();
        assertEquals(txn.digest().treeDigest(), bed.tree.digest());
        bed.applyNext();
        assertEquals(plain.digest().treeDigest(), bed.tree.digest());
    }

    @Test
    void negativeCountersCountOn() {
        parentWithCounter(Integer.MIN_VALUE);
        assertEquals("/q/n-2147483648", bed.createSequential("/q/n"));
        assertEquals("/q/n-2147483647", bed.createSequential("/q/n"));
    }
}
