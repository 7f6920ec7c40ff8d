package io.lyrebird.server.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.EventType;
import io.lyrebird.wire.client.KeeperState;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.WatcherEvent;
import io.lyrebird.wire.client.WatcherType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WatchTableTest {
    private static final List<Acl> OPEN = Acl.OPEN_ACL_UNSAFE;
    private static final List<Acl> SECRET = List.of(new Acl(31, "digest", "nobody:x"));

    /** One client: what it was sent, as text. */
    private static final class Client implements WatchClient {
        final long sessionId;
        final List<String> heard = new ArrayList<>();

        Client(long sessionId) {
            this.sessionId = sessionId;
        }

        @Override
        public long sessionId() {
            return sessionId;
        }

        @Override
        public boolean mayRead(List<Acl> acl) {
            return acl != SECRET;
        }

        @Override
        public void notification(byte[] frame) {
            ByteBuf in = Unpooled.wrappedBuffer(frame);
            assertEquals(frame.length - 4, in.readInt());
            ReplyHeader header = ReplyHeader.decode(in);
            WatcherEvent event = WatcherEvent.decode(in);
            assertEquals(-1, header.xid());
            assertEquals(0, header.err());
            assertEquals(KeeperState.SYNC_CONNECTED, event.state());
            assertFalse(in.isReadable());
            heard.add(event.type() + " " + event.path() + " " + header.zxid());
        }
    }

    private final Deliveries deliveries = new Deliveries(1000, 1_000_000);
    private final WatchTable table = new WatchTable(7, deliveries::accept);
    private final Client client = new Client(1);
    private final ConnectionWatches watches = table.connect(client);

    @Test
    void aOneShotWatchFiresOnce() {
        watches.addData("/a");
        table.dataChanged("/a", 5, OPEN);
        table.dataChanged("/a", 6, OPEN);
        assertEquals(List.of("3 /a 5"), client.heard);
        assertEquals(0, table.watchCount());
    }

    @Test
    void aDeletedNodeThatWasWatchedForDataAndChildrenIsToldOnceAndUsesUpBoth() {
        watches.addData("/a");
        watches.addChildren("/a");
        watches.addChildren("/");
        table.nodeDeleted("/a", 5, OPEN, OPEN);
        assertEquals(List.of("2 /a 5", "4 / 5"), client.heard);
        assertEquals(0, table.watchCount());
        assertEquals(0, watches.paths().size());
    }

    @Test
    void severalWatchesThatMatchGiveOneEvent() {
        watches.addData("/a/b");
        watches.addPersistent("/a/b");
        watches.addPersistentRecursive("/a");
        watches.addPersistentRecursive("/");
        table.dataChanged("/a/b", 5, OPEN);
        assertEquals(List.of("3 /a/b 5"), client.heard);
        assertFalse(watches.contains("/a/b", WatcherType.DATA));
        assertTrue(watches.contains("/a/b", WatcherType.PERSISTENT));
    }

    @Test
    void aRecursiveWatchHearsOfNodesButNotOfChangedChildren() {
        watches.addPersistentRecursive("/a");
        table.nodeCreated("/a/b", 5, OPEN, OPEN);
        table.nodeCreated("/ab", 6, OPEN, OPEN);
        table.nodeDeleted("/a/b", 7, OPEN, OPEN);
        assertEquals(List.of("1 /a/b 5", "2 /a/b 7"), client.heard);
    }

    @Test
    void aPersistentWatchHearsOfItsNodeAndItsChildrenEveryTime() {
        watches.addPersistent("/a");
        table.nodeCreated("/a", 5, OPEN, OPEN);
        table.nodeCreated("/a/b", 6, OPEN, OPEN);
        table.nodeCreated("/a/b/c", 7, OPEN, OPEN);
        table.dataChanged("/a", 8, OPEN);
        assertEquals(List.of("1 /a 5", "4 /a 6", "3 /a 8"), client.heard);
    }

    @Test
    void whoMayNotReadTheNodeHearsNothingButTheWatchIsUsedUp() {
        watches.addData("/a");
        table.dataChanged("/a", 5, SECRET);
        table.dataChanged("/a", 6, OPEN);
        assertEquals(List.of(), client.heard);
    }

    @Test
    void anEventWithoutAZxidIsToldToThisClientAlone() {
        watches.fire(EventType.NODE_CREATED, "/ä");
        assertEquals(List.of("1 /ä -1"), client.heard);
    }

    @Test
    void reportsTellOfDataWatchesBySession() {
        Client other = new Client(2);
        ConnectionWatches others = table.connect(other);
        watches.addData("/a");
        others.addPersistentRecursive("/a");
        others.addChildren("/c");
        SortedMap<String, SortedSet<Long>> byPath = table.sessionsByPath();
        assertEquals("{/a=[1, 2]}", byPath.toString());
        assertEquals(3, table.watchCount());
        assertTrue(others.clearSome(10));
        assertEquals("{/a=[1]}", table.sessionsByPath().toString());
    }

    @Test
    void anEventWithVeryManyWatchersIsToldInTurnsAndWhoAsksIsToldFirst() {
        Deliveries few = new Deliveries(100, 1_000_000);
        WatchTable crowded = new WatchTable(3, few::accept);
        List<Client> crowd = new ArrayList<>();
        List<ConnectionWatches> all = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            crowd.add(new Client(i));
            all.add(crowded.connect(crowd.get(i)));
            all.get(i).addData("/a");
        }
        crowded.dataChanged("/a", 5, OPEN);
        assertEquals(0, told(crowd));
        few.settle(all.get(77));
        assertEquals(List.of("3 /a 5"), crowd.get(77).heard);
        few.turn();
        assertTrue(told(crowd) <= 101);
        all.get(77).addData("/a");
        crowded.dataChanged("/a", 6, OPEN);
        assertEquals(List.of("3 /a 5", "3 /a 6"), crowd.get(77).heard, "a small event need not wait for a large one");
        int turns = 0;
        while (!few.isEmpty()) {
            few.turn();
            turns++;
        }
        assertTrue(turns >= 99, "the crowd was told in " + turns + " turns");
        assertEquals(10_001, told(crowd));
    }

    @Test
    void whenTooManyDeliveriesWaitTheyAreMadeAtOnce() {
        Deliveries impatient = new Deliveries(10, 250);
        WatchTable crowded = new WatchTable(3, impatient::accept);
        List<Client> crowd = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            crowd.add(new Client(i));
            crowded.connect(crowd.get(i)).addPersistent("/a");
        }
        for (int zxid = 1; zxid <= 10; zxid++) {
            crowded.dataChanged("/a", zxid, OPEN);
        }
        assertTrue(told(crowd) >= 750, "only " + told(crowd) + " deliveries were made");
    }

    @Test
    void manyEventsForFewDoNotPileUp() {
        Deliveries impatient = new Deliveries(10, 1_000_000);
        WatchTable small = new WatchTable(3, impatient::accept);
        Client one = new Client(1);
        small.connect(one).addPersistent("/a");
        for (int zxid = 1; zxid <= 100_000; zxid++) {
            small.dataChanged("/a", zxid, OPEN);
        }
        assertTrue(one.heard.size() >= 99_000, "only " + one.heard.size() + " events were delivered");
    }

    private static int told(List<Client> clients) {
        return clients.stream().mapToInt(each -> each.heard.size()).sum();
    }

    @Test
    void tableAndModelAgree() {
        for (long seed = 1; seed <= 300; seed++) {
            new Comparison(seed).run();
        }
    }

    /** Random operations on the table, in which deliveries lag behind, and on the model, in which they do not. */
    private static final class Comparison {
        private static final String[] PATHS = {"/", "/a", "/a/b", "/a/b/c", "/a/bc", "/d", "/d/e"};
        private static final int[] TYPES = {1, 2, 3, 4, 5};

        private final SplittableRandom random;
        private final String label;
        private final WatchModel model = new WatchModel();
        private final Deliveries deliveries;
        private final WatchTable table;
        private final List<Client> clients = new ArrayList<>();
        private final List<ConnectionWatches> watches = new ArrayList<>();
        private long zxid;

        Comparison(long seed) {
            random = new SplittableRandom(seed);
            label = "seed " + seed;
            deliveries = new Deliveries(1 + random.nextInt(6), 20 + random.nextInt(200));
            table = new WatchTable(seed, deliveries::accept);
        }

        void run() {
            int count = 1 + random.nextInt(20);
            for (int i = 0; i < count; i++) {
                clients.add(new Client(i));
                watches.add(table.connect(clients.get(i)));
            }
            for (int step = 0; step < 400; step++) {
                int who = random.nextInt(count);
                int what = random.nextInt(20);
                if (what < 6) {
                    change();
                } else if (what < 8) {
                    deliveries.turn();
                } else {
                    request(who, what);
                }
            }
            for (int who = 0; who < count; who++) {
                settle(who);
                model.clear(who);
                clear(watches.get(who));
            }
            assertEquals(0, table.watchCount(), label);
        }

        private void change() {
            zxid++;
            String path = PATHS[1 + random.nextInt(PATHS.length - 1)];
            List<Acl> acl = random.nextInt(8) == 0 ? SECRET : OPEN;
            switch (random.nextInt(3)) {
                case 0 -> {
                    table.nodeCreated(path, zxid, acl, OPEN);
                    model.nodeCreated(path, zxid, acl != SECRET);
                }
                case 1 -> {
                    table.nodeDeleted(path, zxid, acl, OPEN);
                    model.nodeDeleted(path, zxid, acl != SECRET);
                }
                default -> {
                    table.dataChanged(path, zxid, acl);
                    model.dataChanged(path, zxid, acl != SECRET);
                }
            }
        }

        private void clear(ConnectionWatches gone) {
            while (!gone.clearSome(1 + random.nextInt(4))) {
                change();
            }
        }

        private void settle(int who) {
            deliveries.settle(watches.get(who));
            assertEquals(model.heard(who), clients.get(who).heard, label + ", client " + who);
        }

        private void request(int who, int what) {
            settle(who);
            String path = PATHS[random.nextInt(PATHS.length)];
            ConnectionWatches mine = watches.get(who);
            if (what < 16) {
                int kind = random.nextInt(4);
                model.add(who, path, kind);
                switch (kind) {
                    case WatchModel.DATA -> mine.addData(path);
                    case WatchModel.CHILD -> mine.addChildren(path);
                    case WatchModel.PERSISTENT -> mine.addPersistent(path);
                    default -> mine.addPersistentRecursive(path);
                }
            } else if (what < 19) {
                int type = TYPES[random.nextInt(TYPES.length)];
                assertEquals(model.contains(who, path, type), mine.contains(path, type), label);
                if (random.nextBoolean()) {
                    assertEquals(model.remove(who, path, type), mine.remove(path, type), label);
                }
                assertEquals(model.watchCount(), table.watchCount(), label);
                assertEquals(model.pathsOf(who), mine.paths().size(), label);
            } else if (random.nextInt(4) == 0) {
                model.clear(who);
                clear(mine);
                watches.set(who, table.connect(clients.get(who)));
                deliveries.settle(watches.get(who));
            }
        }
    }
}
