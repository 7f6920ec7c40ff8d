package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.queue.DistributedDelayQueue;
import org.apache.curator.framework.recipes.queue.DistributedIdQueue;
import org.apache.curator.framework.recipes.queue.DistributedPriorityQueue;
import org.apache.curator.framework.recipes.queue.DistributedQueue;
import org.apache.curator.framework.recipes.queue.QueueBuilder;
import org.apache.curator.framework.recipes.queue.QueueConsumer;
import org.apache.curator.framework.recipes.queue.QueueSerializer;
import org.apache.curator.framework.recipes.queue.QueueSharder;
import org.apache.curator.framework.recipes.queue.QueueSharderPolicies;
import org.apache.curator.framework.recipes.queue.SimpleDistributedQueue;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

class CuratorQueuesTest extends CuratorTest {
    private final BlockingQueue<String> consumed = new LinkedBlockingQueue<>();

    @Test
    void aQueueIsConsumedInOrder() throws Exception {
        try (DistributedQueue<String> out = queue(other, null).buildQueue();
                DistributedQueue<String> in = queue(client, consumed::add).buildQueue()) {
            out.start();
            List<String> items = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                items.add("item " + i);
                out.put(items.get(i));
            }
            assertTrue(out.flushPuts(LIMIT_SECONDS, TimeUnit.SECONDS));
            in.start();
            assertEquals(items, take(20));
            eventually(
                    "nothing is left", () -> client.getChildren().forPath(path).isEmpty());
        }
    }

    @Test
    void twoConsumersShareAQueue() throws Exception {
        int count = 40;
        try (DistributedQueue<String> out = queue(other, null).buildQueue();
                DistributedQueue<String> one = queue(client, consumed::add).buildQueue();
                DistributedQueue<String> two = queue(other, consumed::add).buildQueue()) {
            out.start();
            one.start();
            two.start();
            for (int i = 0; i < count; i++) {
                out.put("item " + i);
            }
            assertEquals(count, new TreeSet<>(take(count)).size(), "each once");
            assertNull(consumed.poll(QUIET_MS, TimeUnit.MILLISECONDS));
        }
    }

    @Test
    void anItemUnderALockIsTriedAgainWhenItsConsumerFails() throws Exception {
        QueueConsumer<String> failingOnce = new Consumer(item -> {
            if (consumed.isEmpty()) {
                consumed.add("failed " + item);
                throw new IllegalStateException("once");
            }
            consumed.add(item);
        });
        try (DistributedQueue<String> queue = QueueBuilder.builder(client, failingOnce, STRINGS, path)
                .lockPath(path + "-locks")
                .buildQueue()) {
            queue.start();
            queue.put("item");
            eventually("it was tried twice", () -> consumed.size() == 2);
            assertEquals(List.of("failed item", "item"), take(2));
        }
    }

    @Test
    void anItemCanBeRemovedByItsId() throws Exception {
        try (DistributedIdQueue<String> out = queue(other, null).buildIdQueue()) {
            out.start();
            out.put("kept", "1");
            out.put("removed", "2");
            assertTrue(out.flushPuts(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertEquals(1, out.remove("2"));
            assertEquals(0, out.remove("3"));
            try (DistributedIdQueue<String> in = queue(client, consumed::add).buildIdQueue()) {
                in.start();
                assertEquals(List.of("kept"), take(1));
                assertNull(consumed.poll(QUIET_MS, TimeUnit.MILLISECONDS));
            }
        }
    }

    @Test
    void aPriorityQueueGivesTheLowestNumberFirst() throws Exception {
        try (DistributedPriorityQueue<String> out = queue(other, null).buildPriorityQueue(0);
                DistributedPriorityQueue<String> in =
                        queue(client, consumed::add).buildPriorityQueue(0)) {
            out.start();
            out.put("third", 300);
            out.put("first", -5);
            out.put("second", 7);
            assertTrue(out.flushPuts(LIMIT_SECONDS, TimeUnit.SECONDS));
            in.start();
            assertEquals(List.of("first", "second", "third"), take(3));
        }
    }

    @Test
    void aDelayQueueGivesAnItemWhenItIsTime() throws Exception {
        try (DistributedDelayQueue<String> out = queue(other, null).buildDelayQueue();
                DistributedDelayQueue<String> in = queue(client, consumed::add).buildDelayQueue()) {
            out.start();
            in.start();
            long nowMs = System.currentTimeMillis();
            out.put("later", nowMs + 1_500);
            out.put("soon", nowMs + 500);
            assertEquals(List.of("soon", "later"), take(2));
            assertTrue(System.currentTimeMillis() >= nowMs + 1_500, "not before it was time");
        }
    }

    @Test
    void aSimpleQueueIsOfferedPeekedAndPolled() throws Exception {
        SimpleDistributedQueue mine = new SimpleDistributedQueue(client, path);
        SimpleDistributedQueue theirs = new SimpleDistributedQueue(other, path);
        assertNull(mine.poll());
        assertThrows(NoSuchElementException.class, mine::remove);
        assertTrue(theirs.offer(bytes("one")));
        assertTrue(theirs.offer(bytes("two")));
        assertArrayEquals(bytes("one"), mine.peek());
        assertArrayEquals(bytes("one"), mine.element());
        assertArrayEquals(bytes("one"), mine.remove());
        assertArrayEquals(bytes("two"), mine.poll());
        Future<byte[]> waiting = inBackground(mine::take);
        Future<byte[]> bounded = inBackground(() -> theirs.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        theirs.offer(bytes("three"));
        theirs.offer(bytes("four"));
        assertEquals(Set.of("three", "four"), Set.of(text(get(waiting)), text(get(bounded))));
    }

    @Test
    void aSharderSpreadsItemsOverQueues() throws Exception {
        QueueSharderPolicies policies = QueueSharderPolicies.builder()
                .newQueueThreshold(2)
                .thresholdCheckMs(50)
                .maxQueues(3)
                .build();
        try (QueueSharder<String, DistributedQueue<String>> sharder = new QueueSharder<>(
                client,
                (framework, queuePath) -> QueueBuilder.builder(
                                framework, (QueueConsumer<String>) null, STRINGS, queuePath)
                        .buildQueue(),
                path + "-queues",
                path + "-leader",
                policies)) {
            sharder.start();
            eventually("a second queue is opened", () -> {
                sharder.getQueue().put("item");
                return sharder.getShardQty() >= 2;
            });
            eventually("both hold items", () -> {
                sharder.getQueue().put("item");
                for (String queuePath : sharder.getQueuePaths()) {
                    Stat queue = other.checkExists().forPath(queuePath);
                    if (queue == null || queue.getNumChildren() == 0) {
                        return false;
                    }
                }
                return true;
            });
        }
    }

    private interface Handler {
        void consume(String item) throws Exception;
    }

    private record Consumer(Handler handler) implements QueueConsumer<String> {
        @Override
        public void consumeMessage(String item) throws Exception {
            handler.consume(item);
        }

        @Override
        public void stateChanged(CuratorFramework client, ConnectionState state) {}
    }

    private static final QueueSerializer<String> STRINGS = new QueueSerializer<>() {
        @Override
        public byte[] serialize(String item) {
            return bytes(item);
        }

        @Override
        public String deserialize(byte[] data) {
            return text(data);
        }
    };

    /** A queue that only takes items in where there is no handler. */
    private QueueBuilder<String> queue(CuratorFramework framework, Handler handler) {
        return QueueBuilder.builder(framework, handler == null ? null : new Consumer(handler), STRINGS, path);
    }

    private List<String> take(int count) throws InterruptedException {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            items.add(consumed.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        }
        return items;
    }
}
