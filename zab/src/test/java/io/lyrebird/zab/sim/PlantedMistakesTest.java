package io.lyrebird.zab.sim;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Shows that the simulation finds mistakes: each that is planted here makes it fail. A number is that of Apache's issue
 * about the same one.
 */
class PlantedMistakesTest {
    private static final long SEEDS_MAX = 4000;

    @TestFactory
    List<DynamicTest> theSimulationFindsEveryPlantedMistake() {
        return mutants().stream()
                .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> {
                    assertNotNull(mutant.firstFailure(SEEDS_MAX), mutant.name() + " was not noticed");
                }))
                .toList();
    }

    @Test
    void withoutAMistakeTheSameWayOfRunningItFindsNothing() throws ReflectiveOperationException {
        assertNull(new Mutant("none", 1)
                .change("Zxid", "public final class Zxid", "public final class Zxid")
                .firstFailure(20));
    }

    private static List<Mutant> mutants() {
        return List.of(
                new Mutant("3911, 4646: NEWLEADER acknowledged before the history is durable", 89)
                        .change("Learning", "&& history.isDurable(newLeaderZxid)", ""),
                new Mutant("4643: current epoch written before the history is durable", 391)
                        .change(
                                "Learning",
                                "newLeaderZxid = sharedZxid; acknowledge(effects);",
                                "newLeaderZxid = sharedZxid; if (epochs.current() < epoch) epochs.enter(epoch, effects);"
                                        + " acknowledge(effects);"),
                new Mutant("3023: delivered before the leader has its quorum", 188)
                        .change("Learning", "if (stage == Stage.SERVING) { history.deliver", "{ history.deliver"),
                new Mutant("2845: what was only logged is in the tree when the role ends", 4)
                        .change(
                                "ZabNode",
                                "become(new Looking(this), effects); }",
                                "history.deliver(history.lastLoggedZxid(), effects);"
                                        + " become(new Looking(this), effects); }"),
                new Mutant("3701: a truncation that was not done", 5)
                        .change("History", "truncationsPending++; effects.truncate(zxid);", ""),
                new Mutant("1154: a truncation that cuts too much", 2)
                        .change(
                                "Learning",
                                "history.truncateAfter(zxid, effects); share(zxid);",
                                "long z = Math.max(history.deliveredZxid(), log.before(zxid));"
                                        + " history.truncateAfter(z, effects); share(z);"),
                new Mutant("3526: DIFF where TRUNC is due", 2)
                        .change(
                                "SyncPlan",
                                "new SyncPlan(Kind.TRUNC, pointZxid)",
                                "new SyncPlan(Kind.DIFF, pointZxid)"),
                new Mutant("a snapshot older than what the learner shares with the leader", 4)
                        .change("SyncPlan", "&& snapshotZxid >= sharedZxid", "")
                        .change("SyncPlan", "snapshotZxid > learnerZxid &&", ""),
                new Mutant("4785, 4925: a hole in what is sent from memory", 2)
                        .change(
                                "History",
                                "int i = recent.indexAfter(afterZxid); i < end",
                                "int i = recent.indexAfter(afterZxid) + 1; i < end"),
                new Mutant("3104: NEWLEADER before the history", 9)
                        .change(
                                "LearnerLink",
                                "history.sendCommitted(connection, plan.startZxid(), pointZxid, effects);",
                                "")
                        .change(
                                "LearnerLink",
                                "membersVersion == 0 ? newLeaderZxid : membersVersion))); }",
                                "membersVersion == 0 ? newLeaderZxid : membersVersion)));"
                                        + " history.sendCommitted(connection, plan.startZxid(), pointZxid, effects); }"),
                new Mutant("a late joiner misses what is outstanding, and takes the hole", 2)
                        .change(
                                "LearnerLink",
                                "if (!observer) { sendOutstanding(history.recent(), Math.max(pointZxid,"
                                        + " plan.startZxid()), effects); }",
                                "")
                        .change("Learning", "|| !Zxid.follows(zxid, sharedZxid)", "")
                        .change(
                                "LogIndex",
                                "Check.that(Zxid.follows(zxid, lastZxid()), \"a txn in the log follows the one before it\");",
                                ""),
                new Mutant("4685: proposals acknowledged before NEWLEADER, and counted", 1010)
                        .change(
                                "Learning",
                                "if (stage.compareTo(Stage.ACKNOWLEDGED) >= 0) { acknowledgeProposals(",
                                "if (stage.compareTo(Stage.SYNCHRONISING) >= 0) { acknowledgeProposals(")
                        .change("LearnerLink", "stage.compareTo(Stage.SYNCHRONISED) < 0 ||", ""),
                new Mutant("the vote for the highest id, whatever it has", 3)
                        .change("Vote", "if (peerEpoch != other.peerEpoch) { return peerEpoch > other.peerEpoch; }", "")
                        .change(
                                "Vote",
                                "return zxid != other.zxid ? zxid > other.zxid : leader > other.leader;",
                                "return leader > other.leader;")
                        .change(
                                "Leading",
                                "return learnerEpoch > initialEpoch || learnerEpoch == initialEpoch && learnerZxid >"
                                        + " initialZxid;",
                                "return false;"),
                new Mutant("half of the voters are a quorum", 1)
                        .change("MajorityRule", "> voterCount() / 2", ">= voterCount() / 2"),
                new Mutant("a stale answer of the disk counts after a truncation", 5)
                        .change("History", "if (truncationsPending > 0) { return; }", ""));
    }
}
