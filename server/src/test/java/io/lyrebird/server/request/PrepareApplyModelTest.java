package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDump;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Preparing ahead of applying must not be noticed: everything is as if each request waited for the one before it. */
class PrepareApplyModelTest {
    private static final int SEEDS = 60;
    private static final int REQUESTS = 400;

    private final Map<ErrorCode, Integer> errors = new EnumMap<>(ErrorCode.class);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void preparedAheadOfTimeRequestsGiveTheResultsOfOneAtATime(boolean listPathsInCloseSession) {
        for (long seed = 0; seed < SEEDS; seed++) {
            compare(seed, new RequestSettings(false, listPathsInCloseSession, false));
        }
        // The requests are worth something only if they meet all kinds of answers.
        for (ErrorCode expected : List.of(
                ErrorCode.OK,
                ErrorCode.NO_NODE,
                ErrorCode.NO_AUTH,
                ErrorCode.BAD_VERSION,
                ErrorCode.BAD_ARGUMENTS,
                ErrorCode.NODE_EXISTS,
                ErrorCode.NOT_EMPTY,
                ErrorCode.INVALID_ACL,
                ErrorCode.SESSION_EXPIRED,
                ErrorCode.NO_CHILDREN_FOR_EPHEMERALS,
                ErrorCode.RUNTIME_INCONSISTENCY)) {
            assertTrue(errors.getOrDefault(expected, 0) > 100, "too few answers of " + expected + ": " + errors);
        }
    }

    private void compare(long seed, RequestSettings settings) {
        TestBed ahead = new TestBed(settings);
        TestBed sequential = new TestBed(settings);
        RandomRequests requests = new RandomRequests(seed);
        List<byte[]> log = new ArrayList<>();
        List<ApplyResult> expected = new ArrayList<>();
        List<ApplyResult> actual = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            WriteRequest request = requests.next();
            expected.add(runOne(sequential, request, i, log));
            prepare(ahead, request, i);
            for (int n = requests.toApply(ahead.prepared.size()); n > 0; n--) {
                actual.add(applyNext(ahead, seed));
            }
        }
        while (!ahead.prepared.isEmpty()) {
            actual.add(applyNext(ahead, seed));
        }
        assertEquals(expected, actual, "seed " + seed);
        assertEquals(TreeDump.of(sequential.tree), TreeDump.of(ahead.tree), "seed " + seed);
        assertEquals(sequential.sessions.timeouts(), ahead.sessions.timeouts(), "seed " + seed);
        assertEquals(TreeDump.digest(ahead.tree), ahead.tree.digest(), "seed " + seed);
        assertTrue(ahead.preparer.isIdle(), "seed " + seed);
        assertEquals(sequential.watches.events, ahead.watches.events, "seed " + seed);
        assertReplayGivesTheSame(log, sequential, seed);
        expected.forEach(this::count);
    }

    private static PreparedTxn prepare(TestBed bed, WriteRequest request, int i) {
        PreparedTxn txn = bed.preparer.prepare(request, 1 + i, 1_000_000 + i);
        bed.prepared.add(txn);
        return txn;
    }

    private static ApplyResult runOne(TestBed bed, WriteRequest request, int i, List<byte[]> log) {
        PreparedTxn txn = prepare(bed, request, i);
        log.add(TxnCodec.encode(txn.header(), txn.txn(), txn.digest()));
        return bed.applyNext();
    }

    private static ApplyResult applyNext(TestBed bed, long seed) {
        PreparedTxn txn = bed.prepared.peek();
        ApplyResult result = bed.applyNext();
        if (txn.digest() != null) {
            assertEquals(
                    txn.digest().treeDigest(),
                    bed.tree.digest(),
                    "seed " + seed + ", zxid " + txn.header().zxid() + ": " + txn);
        }
        return result;
    }

    private static void assertReplayGivesTheSame(List<byte[]> log, TestBed original, long seed) {
        Tree tree = new Tree(7, new OwnerEncoding(true, false), true);
        SystemNodes.putInto(tree);
        Sessions sessions = new Sessions();
        sessions.add(TestBed.SESSION, 30_000);
        sessions.add(TestBed.OTHER_SESSION, 30_000);
        TreeApplier applier = new TreeApplier(tree, sessions, new Quotas(tree), WatchTrigger.NONE);
        for (byte[] bytes : log) {
            LoggedTxn txn = TxnCodec.decode(bytes);
            applier.apply(txn.header(), txn.txn());
            if (txn.digest() != null) {
                assertEquals(txn.digest().treeDigest(), tree.digest(), "seed " + seed);
            }
        }
        assertEquals(TreeDump.of(original.tree), TreeDump.of(tree), "seed " + seed);
        assertEquals(original.sessions.timeouts(), sessions.timeouts(), "seed " + seed);
        assertEquals(original.tree.lastZxid(), tree.lastZxid(), "seed " + seed);
    }

    private void count(ApplyResult result) {
        errors.merge(ErrorCode.of(result.err()), 1, Integer::sum);
        if (result.multi() != null) {
            result.multi().forEach(this::count);
        }
    }

    @Test
    void theComparisonNoticesADifference() {
        TestBed one = new TestBed();
        TestBed other = new TestBed();
        one.create("/a");
        other.create("/b");
        assertNotEquals(TreeDump.of(one.tree), TreeDump.of(other.tree));
    }
}
