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
    private static final long SEEDS_MAX = 10_000;

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
                new Mutant("3911, 4646: NEWLEADER acknowledged before the history is durable", 146)
                        .change("Learning", "&& history.isDurable(newLeaderZxid)", ""),
                new Mutant("4643: current epoch written before the history is durable", 114)
                        .change(
                                "Learning",
                                "newLeaderZxid = sharedZxid; acknowledge(effects);",
                                "newLeaderZxid = sharedZxid; if (epochs.current() < epoch) epochs.enter(epoch, effects);"
                                        + " acknowledge(effects);"),
                new Mutant("3023: delivered before the leader has its quorum", 42)
                        .change("Learning", "if (stage == Stage.SERVING) { history.deliver", "{ history.deliver"),
                new Mutant("2845: what was only logged is in the tree when the role ends", 1)
                        .change(
                                "ZabNode",
                                "become(new Looking(this), effects); }",
                                "history.deliver(history.lastLoggedZxid(), effects);"
                                        + " become(new Looking(this), effects); }"),
                new Mutant("3701: a truncation that was not done", 11)
                        .change("History", "truncationsPending++; effects.truncate(zxid);", ""),
                new Mutant("1154: a truncation that cuts too much", 9)
                        .change(
                                "Learning",
                                "history.truncateAfter(zxid, effects); share(zxid);",
                                "long z = Math.max(history.deliveredZxid(), log.before(zxid));"
                                        + " history.truncateAfter(z, effects); share(z);"),
                new Mutant("3526: DIFF where TRUNC is due", 9)
                        .change(
                                "SyncPlan",
                                "new SyncPlan(Kind.TRUNC, pointZxid)",
                                "new SyncPlan(Kind.DIFF, pointZxid)"),
                new Mutant("a snapshot older than what the learner shares with the leader", 13)
                        .change(
                                "SyncPlan",
                                "return snapshotZxid >= sharedZxid ? snap : new SyncPlan(Kind.TRUNC, sharedZxid);",
                                "return snap;")
                        .change("SyncPlan", "snapshotZxid > learnerZxid &&", ""),
                new Mutant("4785, 4925: a hole in what is sent from memory", 3)
                        .change(
                                "History",
                                "int i = recent.indexAfter(afterZxid); i < end",
                                "int i = recent.indexAfter(afterZxid) + 1; i < end"),
                new Mutant("3104: NEWLEADER before the history", 27)
                        .change(
                                "LearnerLink",
                                "history.sendCommitted(connection, plan.startZxid(), pointZxid, effects);",
                                "")
                        .change(
                                "LearnerLink",
                                "membersVersion == 0 ? newLeaderZxid : membersVersion))); }",
                                "membersVersion == 0 ? newLeaderZxid : membersVersion)));"
                                        + " history.sendCommitted(connection, plan.startZxid(), pointZxid, effects); }"),
                new Mutant("a late joiner misses what is outstanding, and takes the hole", 1)
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
                new Mutant("4685: proposals acknowledged before NEWLEADER, and counted", 119)
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
                new Mutant("4394: a leader counts itself before it has the txn on disk", 5)
                        .change(
                                "Leading",
                                "acked(config.serverId(), history.durableZxid(), effects);",
                                "acked(config.serverId(), history.lastLoggedZxid(), effects);")
                        .change(
                                "Leading",
                                "history.append(zxid, txn, effects);",
                                "history.append(zxid, txn, effects); ackedZxids[quorum.indexOf(config.serverId())] = zxid;"),
                new Mutant("a new leader counts itself before its history is on its disk", 978)
                        .change("Leading", "|| !history.isDurable(initialZxid)", ""),
                new Mutant("2872, 3642: a snapshot counts before it is whole", 14)
                        .change(
                                "History",
                                "installPending = true;",
                                "installPending = true; log.reset(zxid); deliveredZxid = zxid; durableZxid = zxid;"
                                        + " while (recent.size() > 0) recent.removeFirst(); deliveredRecent = 0;"),
                new Mutant("4712, 3598: what an earlier role was told goes on in the next", 9)
                        .change("Learning", "if (from == connection) {", "if (connection != NO_CONNECTION) {")
                        .change(
                                "Learning",
                                "if (connection != NO_CONNECTION) { effects.disconnect(connection); connection ="
                                        + " NO_CONNECTION; }",
                                ""),
                new Mutant("4352: DIFF to a learner that is behind the log", 31)
                        .change("SyncPlan", "if (learnerZxid < log.baseZxid()) { return snap; }", ""),
                new Mutant("2307, 1653: an epoch entered that is not written as accepted", 1)
                        .change("Epochs", "effects.saveEpochs(accepted, current); } void enter", "} void enter"),
                new Mutant("an epoch promised before the promise is on disk", 1)
                        .change("Learning", "|| !epochs.isAcceptedDurably(epoch)", ""),
                new Mutant("1818: who missed the election cannot join", 3)
                        .change("Looking", "outOfElection.put(fromServerId, vote);", ""),
                new Mutant("1277, 2789: no new epoch when the counter has run out", 2)
                        .change("Leading", "if (!canPropose() && isAllCommitted()) { node.lookAgain(effects); }", ""),
                new Mutant("an observer's acknowledgement counts", 216)
                        .change("LearnerLink", "established(effects); if (!observer) {", "established(effects); {")
                        .change(
                                "QuorumRule",
                                "return index < 0 ? 0 : 1L << index;",
                                "return index < 0 ? 1L : 1L << index;"),
                new Mutant("a sync that is not confirmed by a quorum", 5179)
                        .change("PendingSyncs", "&& waiting.peekFirst().round() <= confirmedRound", ""),
                new Mutant("a stale answer of the disk counts after a truncation", 23)
                        .change("History", "if (truncationsPending > 0) { return; }", ""));
    }
}
