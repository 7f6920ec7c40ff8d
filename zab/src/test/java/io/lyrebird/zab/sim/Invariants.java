package io.lyrebird.zab.sim;

import io.lyrebird.zab.Zxid;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What must hold after every event, for the ensemble as a whole: delivered sequences are prefixes of one another, which
 * is to say of {@link #committed}; an epoch has one leader, and that leader has all that was delivered before it.
 */
final class Invariants {
    private final List<Entry> committed = new ArrayList<>();
    private final Map<Long, Long> leaderOfEpoch = new TreeMap<>();
    private final Map<Long, long[]> epochsOnDisk = new TreeMap<>();

    int committedCount() {
        return committed.size();
    }

    /** A server delivers its entry number {@code position}. */
    void delivered(long serverId, int position, Entry entry) {
        if (position < committed.size()) {
            check(
                    committed.get(position).equals(entry),
                    "server " + serverId + " delivers " + entry + " as number " + position + ", where "
                            + committed.get(position) + " was delivered before");
        } else {
            check(
                    position == 0 || entry.zxid() > committed.get(position - 1).zxid(),
                    "server " + serverId + " delivers " + entry + " after " + lastCommitted());
            committed.add(entry);
        }
    }

    /** A server has a whole tree from elsewhere: it is some prefix of what was delivered. */
    void installed(long serverId, List<Entry> tree) {
        check(
                tree.size() <= committed.size()
                        && committed.subList(0, tree.size()).equals(tree),
                "server " + serverId + " has installed a tree that is no prefix of what was delivered");
    }

    /** It has all that was delivered of earlier epochs. Of later ones it may know nothing: it is a leader of the past. */
    void leads(long serverId, long epoch, int delivered) {
        Long other = leaderOfEpoch.put(epoch, serverId);
        check(other == null, "epoch " + epoch + " has two leaders: " + other + " and " + serverId);
        check(
                delivered >= committed.size()
                        || Zxid.epoch(committed.get(delivered).zxid()) > epoch,
                "server " + serverId + " leads epoch " + epoch + " with " + delivered + " of " + committed.size()
                        + " delivered txns: acknowledged ones are lost");
    }

    void epochsOnDisk(long serverId, long accepted, long current) {
        long[] before = epochsOnDisk.put(serverId, new long[] {accepted, current});
        check(
                before == null || before[0] <= accepted && before[1] <= current,
                "the epochs of server " + serverId + " went back");
        check(current <= accepted, "the current epoch of server " + serverId + " was never accepted");
    }

    private String lastCommitted() {
        return committed.isEmpty()
                ? "nothing"
                : Zxid.text(committed.get(committed.size() - 1).zxid());
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new SimulationFailure(otherwise);
        }
    }
}
