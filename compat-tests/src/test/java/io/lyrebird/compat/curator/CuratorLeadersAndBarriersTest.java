package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.barriers.DistributedBarrier;
import org.apache.curator.framework.recipes.barriers.DistributedDoubleBarrier;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;
import org.apache.curator.framework.recipes.leader.Participant;
import org.junit.jupiter.api.Test;

class CuratorLeadersAndBarriersTest extends CuratorTest {
    @Test
    void anotherLatchLeadsWhenTheLeaderLeaves() throws Exception {
        LeaderLatch first = new LeaderLatch(client, path, "first");
        try (LeaderLatch second = new LeaderLatch(other, path, "second")) {
            first.start();
            assertTrue(first.await(LIMIT_SECONDS, TimeUnit.SECONDS));
            second.start();
            eventually("both take part", () -> second.getParticipants().size() == 2);
            assertEquals(new Participant("first", true), second.getLeader());
            assertFalse(second.hasLeadership());
            first.close();
            assertTrue(second.await(LIMIT_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Test
    void aLatchWhoseSessionExpiresLosesTheLeadAndStandsAgain() throws Exception {
        CuratorFramework doomed = newClient();
        try (LeaderLatch first = new LeaderLatch(doomed, path, "first");
                LeaderLatch second = new LeaderLatch(other, path, "second")) {
            first.start();
            assertTrue(first.await(LIMIT_SECONDS, TimeUnit.SECONDS));
            second.start();
            eventually("both take part", () -> second.getParticipants().size() == 2);
            expireSession(doomed);
            assertTrue(second.await(LIMIT_SECONDS, TimeUnit.SECONDS));
            eventually("the first no longer leads", () -> !first.hasLeadership());
            eventually("the first stands again", () -> second.getParticipants().size() == 2);
        }
    }

    @Test
    void selectorsLeadInTurnAndNeverTogether() throws Exception {
        AtomicInteger leading = new AtomicInteger();
        BlockingQueue<String> terms = new LinkedBlockingQueue<>();
        List<LeaderSelector> selectors = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            CuratorFramework each = newClient();
            LeaderSelector selector = new LeaderSelector(each, path, new LeaderSelectorListenerAdapter() {
                @Override
                public void takeLeadership(CuratorFramework ignored) {
                    terms.add(leading.incrementAndGet() == 1 ? name : "two lead at once");
                    leading.decrementAndGet();
                }
            });
            selector.setId(name);
            selector.autoRequeue();
            selectors.add(selector);
        }
        selectors.forEach(LeaderSelector::start);
        List<String> seen = new ArrayList<>();
        while (!seen.containsAll(List.of("a", "b", "c")) || seen.size() < 9) {
            String term = terms.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertTrue(List.of("a", "b", "c").contains(term), "after " + seen + ": " + term);
            seen.add(term);
        }
        selectors.forEach(LeaderSelector::close);
    }

    @Test
    void aBarrierHoldsUntilItIsRemoved() throws Exception {
        DistributedBarrier mine = new DistributedBarrier(client, path);
        mine.setBarrier();
        DistributedBarrier theirs = new DistributedBarrier(other, path);
        assertFalse(theirs.waitOnBarrier(QUIET_MS, TimeUnit.MILLISECONDS));
        Future<Boolean> waiting = inBackground(() -> theirs.waitOnBarrier(LIMIT_SECONDS, TimeUnit.SECONDS));
        mine.removeBarrier();
        assertTrue(get(waiting));
        assertTrue(theirs.waitOnBarrier(LIMIT_SECONDS, TimeUnit.SECONDS), "there is no barrier any more");
    }

    @Test
    void aDoubleBarrierIsEnteredAndLeftTogether() throws Exception {
        int members = 4;
        AtomicInteger entered = new AtomicInteger();
        AtomicInteger left = new AtomicInteger();
        List<Future<Void>> done = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            DistributedDoubleBarrier barrier = new DistributedDoubleBarrier(i % 2 == 0 ? client : other, path, members);
            int number = i;
            done.add(inBackground(() -> {
                eventually("those before have come", () -> client.checkExists().forPath(path) != null || number == 0);
                entered.incrementAndGet();
                assertTrue(barrier.enter(LIMIT_SECONDS, TimeUnit.SECONDS));
                assertEquals(members, entered.get(), "nobody is through before all have come");
                left.incrementAndGet();
                assertTrue(barrier.leave(LIMIT_SECONDS, TimeUnit.SECONDS));
                assertEquals(members, left.get(), "nobody is gone before all want to go");
                return null;
            }));
        }
        for (Future<Void> each : done) {
            get(each);
        }
    }
}
