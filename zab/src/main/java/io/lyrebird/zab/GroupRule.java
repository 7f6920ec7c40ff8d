package io.lyrebird.zab;

import io.lyrebird.wire.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * Voters in groups, with weights: more than half of the weight in more than half of the groups. A group of no weight
 * does not count (QuorumHierarchical: {@code group.N} and {@code weight.N} of zoo.cfg).
 */
public final class GroupRule extends QuorumRule {
    /** One voter: its group, and its weight there. */
    public record Member(long serverId, long groupId, long weight) {
        public Member {
            Check.that(weight >= 0, "a weight is not negative");
        }
    }

    private final int[] groupOf;
    private final long[] weightOf;
    private final long[] groupWeight;
    private final int groupsThatCount;

    public GroupRule(List<Member> members) {
        super(members.stream().mapToLong(Member::serverId).toArray());
        groupOf = new int[voterCount()];
        weightOf = new long[voterCount()];
        List<Long> groups = new ArrayList<>();
        for (Member member : members) {
            if (!groups.contains(member.groupId())) {
                groups.add(member.groupId());
            }
            int voter = indexOf(member.serverId());
            groupOf[voter] = groups.indexOf(member.groupId());
            weightOf[voter] = member.weight();
        }
        groupWeight = new long[groups.size()];
        for (int voter = 0; voter < groupOf.length; voter++) {
            groupWeight[groupOf[voter]] += weightOf[voter];
        }
        int counting = 0;
        for (long weight : groupWeight) {
            counting += weight > 0 ? 1 : 0;
        }
        groupsThatCount = counting;
        Check.that(groupsThatCount > 0, "some voter has a weight");
    }

    @Override
    public boolean isQuorum(long voterBits) {
        int groupsWon = 0;
        for (int group = 0; group < groupWeight.length; group++) {
            if (weightIn(group, voterBits) > groupWeight[group] / 2) {
                groupsWon++;
            }
        }
        return groupsWon > groupsThatCount / 2;
    }

    @Override
    boolean canLead(long serverId) {
        int voter = indexOf(serverId);
        return voter >= 0 && weightOf[voter] > 0;
    }

    private long weightIn(int group, long voterBits) {
        long weight = 0;
        for (int voter = 0; voter < groupOf.length; voter++) {
            if (groupOf[voter] == group && (voterBits & 1L << voter) != 0) {
                weight += weightOf[voter];
            }
        }
        return weight;
    }
}
