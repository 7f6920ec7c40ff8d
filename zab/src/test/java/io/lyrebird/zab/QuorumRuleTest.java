package io.lyrebird.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class QuorumRuleTest {
    private static boolean isQuorum(QuorumRule rule, long... servers) {
        return rule.isQuorum(LongStream.of(servers).map(rule::bit).reduce(0, (a, b) -> a | b));
    }

    @Test
    void aMajorityIsMoreThanHalfOfTheVoters() {
        QuorumRule five = QuorumRule.majority(1, 2, 3, 4, 5);
        assertFalse(isQuorum(five, 1, 2));
        assertTrue(isQuorum(five, 1, 2, 5));
        QuorumRule four = QuorumRule.majority(1, 2, 3, 4);
        assertFalse(isQuorum(four, 1, 2));
        assertTrue(isQuorum(four, 1, 2, 4));
        assertTrue(isQuorum(QuorumRule.majority(7), 7));
        assertFalse(isQuorum(QuorumRule.majority(7)));
    }

    @Test
    void whoDoesNotVoteDoesNotCount() {
        QuorumRule rule = QuorumRule.majority(1, 2, 3);
        assertFalse(isQuorum(rule, 1, 9, 10));
        assertFalse(rule.isVoter(9));
        assertFalse(rule.canLead(9));
    }

    @Test
    void aServerVotesOnce() {
        assertThrows(IllegalStateException.class, () -> QuorumRule.majority(1, 2, 1));
        assertThrows(IllegalStateException.class, () -> QuorumRule.majority());
    }

    @Test
    void groupsDecideByMoreThanHalfOfTheWeightInMoreThanHalfOfThem() {
        List<GroupRule.Member> members = new ArrayList<>();
        for (long id = 1; id <= 9; id++) {
            members.add(new GroupRule.Member(id, (id - 1) / 3, 1));
        }
        QuorumRule rule = new GroupRule(members);
        assertTrue(isQuorum(rule, 1, 2, 4, 5));
        assertFalse(isQuorum(rule, 1, 2, 3, 4, 7));
        assertFalse(isQuorum(rule, 1, 4, 7));
    }

    @Test
    void weightsCountAndGroupsWithoutWeightDoNot() {
        QuorumRule rule = new GroupRule(List.of(
                new GroupRule.Member(1, 1, 3),
                new GroupRule.Member(2, 1, 1),
                new GroupRule.Member(3, 1, 1),
                new GroupRule.Member(4, 2, 0),
                new GroupRule.Member(5, 2, 0)));
        assertTrue(isQuorum(rule, 1));
        assertFalse(isQuorum(rule, 2, 3, 4, 5));
        assertTrue(rule.canLead(2));
        assertFalse(rule.canLead(4));
        assertTrue(rule.isVoter(4));
    }

    @Test
    void twoQuorumsAlwaysHaveAServerInCommon() {
        List<GroupRule.Member> members = new ArrayList<>();
        for (long id = 1; id <= 7; id++) {
            members.add(new GroupRule.Member(id, id % 3, 1 + id % 2));
        }
        for (QuorumRule rule : List.of(new GroupRule(members), QuorumRule.majority(1, 2, 3, 4, 5, 6, 7))) {
            for (long bits = 0; bits <= rule.allBits(); bits++) {
                assertFalse(rule.isQuorum(bits) && rule.isQuorum(rule.allBits() & ~bits));
            }
        }
    }

    @Test
    void whatAQuorumHasAcknowledgedIsCommitted() {
        QuorumRule rule = QuorumRule.majority(1, 2, 3, 4, 5);
        assertEquals(7, rule.committed(new long[] {9, 7, 7, 2, 0}));
        assertEquals(2, rule.committed(new long[] {9, 1, 7, 2, 0}));
        assertEquals(0, rule.committed(new long[] {9, 9, 0, 0, 0}));
        assertEquals(9, rule.committed(new long[] {9, 9, 9, 9, 9}));
    }
}
