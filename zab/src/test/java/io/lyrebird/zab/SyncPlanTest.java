package io.lyrebird.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.zab.SyncPlan.Kind;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SyncPlanTest {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    /** The image at 1:2, then 1:3..1:5, 3:1..3:2. */
    private final LogIndex log = LogIndex.recovered(
            Zxid.of(1, 2), LongStream.of(Zxid.of(1, 3), Zxid.of(1, 4), Zxid.of(1, 5), Zxid.of(3, 1), Zxid.of(3, 2)));

    private final long point = Zxid.of(3, 2);

    private SyncPlan planFor(long epoch, long counter) {
        return SyncPlan.choose(log, Zxid.of(epoch, counter), point, point, 3, NO_LIMIT);
    }

    private static SyncPlan plan(Kind kind, long epoch, long counter) {
        return new SyncPlan(kind, Zxid.of(epoch, counter));
    }

    @Test
    void aLearnerInStepGetsAnEmptyDiff() {
        assertEquals(plan(Kind.DIFF, 3, 2), planFor(3, 2));
    }

    @Test
    void aLearnerThatMissedSomeGetsADiffFromWhereItIs() {
        assertEquals(plan(Kind.DIFF, 3, 1), planFor(3, 1));
        assertEquals(plan(Kind.DIFF, 1, 3), planFor(1, 3));
        assertEquals(plan(Kind.DIFF, 1, 2), planFor(1, 2));
    }

    @Test
    void aLearnerFromBeforeTheLogGetsASnapshot() {
        assertEquals(plan(Kind.SNAP, 3, 2), planFor(1, 1));
        assertEquals(plan(Kind.SNAP, 3, 2), planFor(0, 0));
    }

    @Test
    void aLearnerThatIsAheadIsCutToThePoint() {
        assertEquals(plan(Kind.TRUNC, 3, 2), planFor(3, 9));
        assertEquals(plan(Kind.TRUNC, 3, 2), planFor(4, 1));
    }

    @Test
    void whatIsProposedButNotCommittedIsAheadToo() {
        assertEquals(
                plan(Kind.TRUNC, 3, 1), SyncPlan.choose(log, Zxid.of(3, 2), Zxid.of(3, 1), Zxid.of(3, 1), 3, NO_LIMIT));
    }

    @Test
    void aLearnerThatWentOnInAnEpochThatEndedEarlierGetsASnapshot() {
        assertEquals(plan(Kind.SNAP, 3, 2), planFor(1, 7));
        assertEquals(plan(Kind.SNAP, 3, 2), planFor(2, 4));
    }

    @Test
    void butNotASnapshotThatIsOlderThanWhatTheTwoShare() {
        assertEquals(plan(Kind.TRUNC, 1, 5), SyncPlan.choose(log, Zxid.of(2, 4), point, Zxid.of(1, 4), 3, NO_LIMIT));
    }

    @Test
    void tooMuchForADiffIsASnapshotIfThatIsAheadOfTheLearner() {
        assertEquals(plan(Kind.DIFF, 1, 4), SyncPlan.choose(log, Zxid.of(1, 4), point, point, 3, 3));
        assertEquals(plan(Kind.SNAP, 3, 2), SyncPlan.choose(log, Zxid.of(1, 4), point, point, 3, 2));
        assertEquals(plan(Kind.DIFF, 1, 4), SyncPlan.choose(log, Zxid.of(1, 4), point, Zxid.of(1, 4), 3, 2));
    }

    @Test
    void theStartOfAnEpochWeWereInIsInOurHistory() {
        assertEquals(plan(Kind.DIFF, 3, 0), planFor(3, 0));
    }

    @Test
    void theStartOfAnEpochWeKnowNothingOfIsNot() {
        assertEquals(plan(Kind.SNAP, 3, 2), planFor(2, 0));
        assertEquals(plan(Kind.SNAP, 3, 2), planFor(9, 0));
    }

    /** ZOOKEEPER-3526, 4352: an empty window has no minimum, least of all zero. */
    @Test
    void anEmptyLogKnowsItsImageOnly() {
        LogIndex empty = new LogIndex(Zxid.of(5, 3));
        long image = Zxid.of(5, 3);
        assertEquals(plan(Kind.DIFF, 5, 3), SyncPlan.choose(empty, image, image, image, 5, NO_LIMIT));
        assertEquals(plan(Kind.SNAP, 5, 3), SyncPlan.choose(empty, Zxid.of(5, 2), image, image, 5, NO_LIMIT));
        assertEquals(plan(Kind.SNAP, 5, 3), SyncPlan.choose(empty, 0, image, image, 5, NO_LIMIT));
        assertEquals(plan(Kind.TRUNC, 5, 3), SyncPlan.choose(empty, Zxid.of(5, 4), image, image, 5, NO_LIMIT));
        assertEquals(plan(Kind.DIFF, 0, 0), SyncPlan.choose(new LogIndex(0), 0, 0, 0, 0, NO_LIMIT));
    }
}
