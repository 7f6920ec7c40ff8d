package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDump;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.DeleteTxn;
import io.lyrebird.wire.txn.SetAclTxn;
import io.lyrebird.wire.txn.SetDataTxn;
import io.lyrebird.wire.txn.Txn;
import io.lyrebird.wire.txn.TxnHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Txns that meet a state from their own future, as they do over Apache's fuzzy snapshots. */
class ReplayTest {
    private static final int SEEDS = 150;
    private static final int REQUESTS = 200;

    private record Logged(TxnHeader header, Txn txn) {}

    /** A tree and what applies txns to it. */
    private static final class Replica {
        private final Tree tree = new Tree(3, new OwnerEncoding(true, false), true);
        private final Sessions sessions = new Sessions();
        private final Quotas quotas = new Quotas(tree);
        private final TreeApplier applier = new TreeApplier(tree, sessions, quotas, WatchTrigger.NONE);

        ApplyResult apply(long zxid, int type, Txn txn) {
            return applier.apply(new TxnHeader(7, 0, zxid, 1000 + zxid, type), txn);
        }

        void apply(List<Logged> log, int from, int to) {
            for (Logged logged : log.subList(from, to)) {
                applier.apply(logged.header, logged.txn);
            }
        }

        Replica withSystemNodes() {
            SystemNodes.putInto(tree);
            return this;
        }
    }

    @Test
    void replayOverAFuzzySnapshotEndsInTheExactState() {
        int replayed = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            List<Logged> log = log(seed);
            Replica exact = new Replica().withSystemNodes();
            exact.apply(log, 0, log.size());
            Random random = new Random(seed);
            for (int i = 0; i < 5; i++) {
                int from = random.nextInt(log.size());
                Replica restored = fuzzySnapshot(log, from, random);
                restored.apply(log, from, log.size());
                assertEquals(TreeDump.of(exact.tree), TreeDump.of(restored.tree), "seed " + seed + ", from " + from);
                assertEquals(TreeDump.digest(restored.tree), restored.tree.digest(), "seed " + seed);
                replayed++;
            }
        }
        assertEquals(5 * SEEDS, replayed);
    }

    private static List<Logged> log(long seed) {
        TestBed bed = new TestBed();
        RandomRequests requests = new RandomRequests(seed).withoutQuotas();
        List<Logged> log = new ArrayList<>();
        for (int i = 0; i < REQUESTS; i++) {
            PreparedTxn txn = bed.preparer.prepare(requests.next(), 1 + i, 1_000_000 + i);
            bed.applier.apply(txn.header(), txn.txn());
            bed.preparer.applied(1 + i);
            log.add(new Logged(txn.header(), txn.txn()));
        }
        return log;
    }

    /** What Apache writes while txns go on: a node and the names of its children, then each child as it is by then. */
    private static Replica fuzzySnapshot(List<Logged> log, int from, Random random) {
        Replica live = new Replica().withSystemNodes();
        live.apply(log, 0, from);
        Replica snapshot = new Replica();
        int[] applied = {from};
        write("/", live, snapshot, () -> {
            int to = Math.min(log.size(), applied[0] + (random.nextInt(3) == 0 ? random.nextInt(12) : 0));
            live.apply(log, applied[0], to);
            applied[0] = to;
        });
        return snapshot;
    }

    private static void write(String path, Replica live, Replica snapshot, Runnable meanwhile) {
        Znode node = live.tree.find(path);
        if (node == null) {
            return;
        }
        snapshot.tree.restore(path, node.data(), live.tree.acl(node), node.storedStat());
        List<String> children = new ArrayList<>();
        for (int i = 0; i < node.childCount(); i++) {
            children.add(node.child(i).name());
        }
        for (String child : children) {
            meanwhile.run();
            write(path.equals("/") ? "/" + child : path + "/" + child, live, snapshot, meanwhile);
        }
    }

    @Test
    void aCreateOfANodeThatExistsOnlyTellsTheParent() {
        Replica replica = new Replica().withSystemNodes();
        replica.tree.restore("/a", new byte[] {1}, Acl.OPEN_ACL_UNSAFE, StoredStat.created(9, 9, 0));
        CreateTxn create = new CreateTxn("/a", new byte[] {2}, Acl.READ_ACL_UNSAFE, false, 4);
        ApplyResult result = replica.apply(6, OpCode.CREATE, create);
        assertEquals(ErrorCode.NODE_EXISTS.code(), result.err());
        Znode node = replica.tree.find("/a");
        assertEquals(1, node.data()[0]);
        assertEquals(Acl.OPEN_ACL_UNSAFE, replica.tree.acl(node));
        assertEquals(9, node.czxid());
        assertEquals(4, replica.tree.root().childrenCreated());
        assertEquals(6, replica.tree.root().pzxid());
        assertEquals(TreeDump.digest(replica.tree), replica.tree.digest());
    }

    @Test
    void changesOfWhatIsMissingDoNothing() {
        Replica replica = new Replica().withSystemNodes();
        SortedMap<String, String> before = TreeDump.of(replica.tree);
        CreateTxn create = new CreateTxn("/x/a", null, Acl.OPEN_ACL_UNSAFE, false, 1);
        assertEquals(
                ErrorCode.NO_NODE.code(),
                replica.apply(1, OpCode.CREATE, create).err());
        SetDataTxn setData = new SetDataTxn("/x", null, 1);
        assertEquals(
                ErrorCode.NO_NODE.code(),
                replica.apply(2, OpCode.SET_DATA, setData).err());
        SetAclTxn setAcl = new SetAclTxn("/x", Acl.OPEN_ACL_UNSAFE, 1);
        assertEquals(
                ErrorCode.NO_NODE.code(),
                replica.apply(3, OpCode.SET_ACL, setAcl).err());
        DeleteTxn delete = new DeleteTxn("/x/a");
        assertEquals(
                ErrorCode.NO_NODE.code(),
                replica.apply(4, OpCode.DELETE, delete).err());
        assertEquals(before, TreeDump.of(replica.tree));
        assertEquals(4, replica.tree.lastZxid());
    }

    @Test
    void aDeletionOfAMissingNodeRaisesTheParentsPzxidAndNeverLowersIt() {
        Replica replica = new Replica().withSystemNodes();
        replica.apply(8, OpCode.DELETE, new DeleteTxn("/gone"));
        assertEquals(8, replica.tree.root().pzxid());
        replica.apply(5, OpCode.DELETE, new DeleteTxn("/gone"));
        assertEquals(8, replica.tree.root().pzxid());
        assertEquals(8, replica.tree.lastZxid());
        assertEquals(TreeDump.digest(replica.tree), replica.tree.digest());
    }

    @Test
    void aDeletionTakesChildrenFromTheFutureWithIt() {
        Replica replica = new Replica().withSystemNodes();
        for (String path : List.of("/a", "/a/b", "/a/b/c", "/a/d")) {
            replica.tree.restore(path, null, Acl.OPEN_ACL_UNSAFE, StoredStat.created(9, 9, 7));
        }
        assertEquals(0, replica.apply(5, OpCode.DELETE, new DeleteTxn("/a")).err());
        assertNull(replica.tree.find("/a/b/c"));
        assertEquals(4, replica.tree.nodeCount());
        assertEquals(0, replica.tree.ephemeralCount());
        replica.apply(6, OpCode.CREATE, new CreateTxn("/a", null, Acl.OPEN_ACL_UNSAFE, false, 2));
        replica.apply(7, OpCode.CREATE, new CreateTxn("/a/b", null, Acl.OPEN_ACL_UNSAFE, false, 1));
        assertNotNull(replica.tree.find("/a/b"));
        assertEquals(1, replica.tree.find("/a").childCount());
    }

    @Test
    void aCreateFromALogWithoutParentCversionsCountsByItself() {
        Replica replica = new Replica().withSystemNodes();
        replica.apply(1, OpCode.CREATE, new CreateTxn("/a", null, Acl.OPEN_ACL_UNSAFE, false, -1));
        replica.apply(2, OpCode.CREATE, new CreateTxn("/b", null, Acl.OPEN_ACL_UNSAFE, false, -1));
        assertEquals(2, replica.tree.root().childrenCreated());
        assertEquals(2, replica.tree.root().pzxid());
    }

    @Test
    void aMissingAclIsTheOpenOne() {
        Replica replica = new Replica().withSystemNodes();
        replica.apply(1, OpCode.CREATE, new CreateTxn("/a", null, null, false, 1));
        assertEquals(Acl.OPEN_ACL_UNSAFE, replica.tree.acl(replica.tree.find("/a")));
    }
}
