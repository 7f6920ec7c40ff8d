package io.lyrebird.compat.request;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.RequestSettings;
import io.lyrebird.server.tree.Subtree;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Stat;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Random writes become the same txns, with the same digests, and lead to the same tree as in Apache's own classes. */
class WritesAgainstApacheTest {
    private static final String EXTENDED_TYPES = "zookeeper.extendedTypesEnabled";
    private static final int SEEDS = Integer.getInteger("writes.seeds", 200);
    private static final int WRITES = 300;

    @TempDir
    Path folder;

    private final Map<Integer, Integer> outcomes = new TreeMap<>();

    private final Logger apacheLog = (Logger) LoggerFactory.getLogger("org.apache.zookeeper");
    private Level levelBefore;

    @BeforeEach
    void enableTtlNodesAndDoNotLogEveryRefusal() {
        System.setProperty(EXTENDED_TYPES, "true");
        levelBefore = apacheLog.getLevel();
        apacheLog.setLevel(Level.OFF);
    }

    @AfterEach
    void restore() {
        System.clearProperty(EXTENDED_TYPES);
        apacheLog.setLevel(levelBefore);
        ZooKeeperServer.setCloseSessionTxnEnabled(true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void writesBecomeTheSameTxnsAndTheSameTree(boolean closeSessionTxn) throws Exception {
        ZooKeeperServer.setCloseSessionTxnEnabled(closeSessionTxn);
        for (long seed = 0; seed < SEEDS; seed++) {
            compare(seed, new RequestSettings(false, closeSessionTxn, false));
        }
        assertTrue(outcomes.size() > 15, "too few kinds of outcomes: " + outcomes);
    }

    private void compare(long seed, RequestSettings settings) throws Exception {
        ApachePipeline apache = new ApachePipeline(folder.resolve(settings.closeSessionTxnEnabled() + "-" + seed));
        LyrebirdPipeline lyrebird = new LyrebirdPipeline(settings);
        RandomWrites writes = new RandomWrites(seed);
        for (int i = 0; i < WRITES; i++) {
            RandomWrites.Write write = writes.next();
            ApachePipeline.Outcome theirs =
                    apache.run(write.sessionId(), write.xid(), write.type(), write.body(), ids(write));
            LyrebirdPipeline.Outcome ours = lyrebird.run(
                    write.sessionId(),
                    write.xid(),
                    write.type(),
                    write.body(),
                    write.identities(),
                    theirs.zxid(),
                    theirs.timeMs());
            String context = "seed " + seed + ", write " + i + ": " + describe(write);
            assertArrayEquals(theirs.txn(), ours.txn(), () -> context + describe(theirs.txn(), ours.txn()));
            assertSameResult(theirs.result(), ours.result(), context);
            assertEquals(apache.tree().getTreeDigest(), lyrebird.tree().digest(), context);
            LoggedTxn txn = TxnCodec.decode(ours.txn());
            outcomes.merge(txn.header().type() == OpCode.ERROR ? ours.result().err() : write.type(), 1, Integer::sum);
        }
        assertSameTree(apache.tree(), lyrebird.tree(), seed);
    }

    private static List<Id> ids(RandomWrites.Write write) {
        List<Id> ids = new ArrayList<>();
        write.identities().forEach(identity -> ids.add(new Id(identity.scheme(), identity.id())));
        return ids;
    }

    private static String describe(RandomWrites.Write write) {
        return OpCode.name(write.type()) + " " + HexFormat.of().formatHex(write.body()) + " " + write.identities();
    }

    private static String describe(byte[] theirs, byte[] ours) {
        return "\n theirs " + TxnCodec.decode(theirs) + "\n ours   " + TxnCodec.decode(ours);
    }

    private static void assertSameResult(DataTree.ProcessTxnResult theirs, ApplyResult ours, String context) {
        assertEquals(theirs.type, ours.type(), context);
        if (theirs.multiResult == null) {
            assertEquals(theirs.err, ours.err(), context);
            assertSameStat(theirs.stat, ours.stat(), context);
        } else {
            assertEquals(theirs.multiResult.size(), ours.multi().size(), context);
            for (int i = 0; i < theirs.multiResult.size(); i++) {
                assertSameResult(theirs.multiResult.get(i), ours.multi().get(i), context);
            }
        }
    }

    private static void assertSameStat(org.apache.zookeeper.data.Stat theirs, Stat ours, String context) {
        if (theirs == null) {
            assertEquals(null, ours, context);
            return;
        }
        Stat same = new Stat(
                theirs.getCzxid(),
                theirs.getMzxid(),
                theirs.getCtime(),
                theirs.getMtime(),
                theirs.getVersion(),
                theirs.getCversion(),
                theirs.getAversion(),
                theirs.getEphemeralOwner(),
                theirs.getDataLength(),
                theirs.getNumChildren(),
                theirs.getPzxid());
        assertEquals(same, ours, context);
    }

    private static void assertSameTree(DataTree theirs, Tree ours, long seed) {
        // Apache counts the root twice, as "" and as "/".
        assertEquals(theirs.getNodeCount(), ours.nodeCount() + 1, "seed " + seed);
        Subtree.forEach(ours.root(), node -> {
            String context = "seed " + seed + " " + node.path();
            DataNode same = theirs.getNode(node.path());
            assertNotNull(same, context);
            assertArrayEquals(same.getData(), node.data(), context);
            assertSameStat(stat(same), node.stat(), context);
            assertEquals(acl(theirs.getACL(same)), ours.acl(node), context);
        });
        ours.ephemeralsBySession()
                .forEach((session, nodes) -> assertEquals(
                        theirs.getEphemerals(session),
                        Set.copyOf(nodes.stream().map(Znode::path).toList())));
        assertEquals(theirs.getEphemeralsCount(), ours.ephemeralCount(), "seed " + seed);
        assertEquals(
                theirs.getContainers(),
                Set.copyOf(ours.containers().stream().map(Znode::path).toList()));
        assertEquals(
                theirs.getTtls(),
                Set.copyOf(ours.ttls().stream().map(Znode::path).toList()));
    }

    private static org.apache.zookeeper.data.Stat stat(DataNode node) {
        org.apache.zookeeper.data.Stat stat = new org.apache.zookeeper.data.Stat();
        node.copyStat(stat);
        return stat;
    }

    private static List<Acl> acl(List<ACL> acl) {
        List<Acl> same = new ArrayList<>();
        acl.forEach(a ->
                same.add(new Acl(a.getPerms(), a.getId().getScheme(), a.getId().getId())));
        return same;
    }
}
