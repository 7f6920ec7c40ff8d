package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lyrebird.server.tree.NodeKind;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.Stat;
import io.lyrebird.wire.txn.CreateTxn;
import java.util.List;
import org.junit.jupiter.api.Test;

class CreateTest {
    private final TestBed bed = new TestBed();

    @Test
    void aCreatedNodeHasTheStatOfItsTxnAndItsParentCountsIt() {
        ApplyResult result = bed.run(OpCode.CREATE2, TestBed.create("/a", CreateMode.PERSISTENT));
        long t = bed.nowMs;
        assertEquals(new Stat(1, 1, t, t, 0, 0, 0, 0, 4, 0, 1), result.stat());
        Stat root = bed.tree.root().stat();
        assertEquals(1, root.pzxid());
        // The root is born with a child it never counted, so its cversion starts at -1.
        assertEquals(0, root.cversion());
        assertEquals(2, root.numChildren());
    }

    @Test
    void createAnswersWithoutAStat() {
        ApplyResult result = bed.run(OpCode.CREATE, TestBed.create("/a", CreateMode.PERSISTENT));
        assertEquals("/a", result.path());
        assertNull(result.stat());
    }

    @Test
    void anUnknownFlagIsABadArgumentEvenWithoutASession() {
        bed.session = 99;
        assertEquals(
                ErrorCode.BAD_ARGUMENTS,
                bed.error(OpCode.CREATE, new CreateRequest("/a", null, Acl.OPEN_ACL_UNSAFE, 7)));
        assertEquals(
                ErrorCode.BAD_ARGUMENTS,
                bed.error(OpCode.CREATE, new CreateRequest("/a", null, Acl.OPEN_ACL_UNSAFE, -1)));
    }

    @Test
    void aSessionThatIsNotThereOrClosingIsExpired() {
        bed.session = 99;
        assertEquals(ErrorCode.SESSION_EXPIRED, bed.create("no path at all"));
        bed.session = TestBed.SESSION;
        bed.sessions.setClosing(TestBed.SESSION);
        assertEquals(ErrorCode.SESSION_EXPIRED, bed.createEphemeral("/a"));
    }

    @Test
    void errorsComeInApachesOrder() {
        List<Acl> bad = List.of(new Acl(Perms.ALL, "nobody", "knows"));
        List<Acl> readOnly = List.of(new Acl(Perms.READ, "world", "anyone"));
        assertEquals(ErrorCode.BAD_ARGUMENTS, create("a", bad));
        assertEquals(ErrorCode.BAD_ARGUMENTS, create("/a\0b", bad));
        assertEquals(ErrorCode.INVALID_ACL, create("/missing/a", bad));
        assertEquals(ErrorCode.INVALID_ACL, create("/missing/a", List.of()));
        assertEquals(ErrorCode.INVALID_ACL, create("/missing/a", null));
        assertEquals(ErrorCode.NO_NODE, create("/missing/", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.NO_NODE, create("x/y", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.OK, create("/locked", readOnly));
        assertEquals(ErrorCode.NO_AUTH, create("/locked/..", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.BAD_ARGUMENTS, create("/..", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.BAD_ARGUMENTS, create("//a", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.NODE_EXISTS, create("/", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.OK, bed.createEphemeral("/e"));
        assertEquals(ErrorCode.NO_CHILDREN_FOR_EPHEMERALS, create("/e/a", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.NODE_EXISTS, create("/e", Acl.OPEN_ACL_UNSAFE));
        assertEquals(ErrorCode.MARSHALLING_ERROR, create(null, Acl.OPEN_ACL_UNSAFE));
    }

    private ErrorCode create(String path, List<Acl> acl) {
        return bed.error(OpCode.CREATE, TestBed.create(path, CreateMode.PERSISTENT, acl));
    }

    @Test
    void sequentialNamesCountEveryChildEverCreated() {
        bed.create("/q");
        assertEquals("/q/n-0000000000", bed.createSequential("/q/n-"));
        assertEquals("/q/0000000001", bed.createSequential("/q/"));
        bed.create("/q/plain");
        bed.delete("/q/plain");
        bed.delete("/q/0000000001");
        assertEquals("/q/n-0000000003", bed.createSequential("/q/n-"));
    }

    @Test
    void sequencesGoOnAfterARestart() {
        bed.create("/q");
        bed.createSequential("/q/n");
        bed.createSequential("/q/n");
        bed.delete("/q/n0000000001");
        TestBed restarted = new TestBed();
        Znode parent = bed.tree.find("/q");
        restarted.tree.restore("/q", parent.data(), bed.tree.acl(parent), parent.storedStat());
        assertEquals("/q/n0000000002", restarted.createSequential("/q/n"));
    }

    @Test
    void sequentialNamesCountWhatIsPending() {
        bed.create("/q");
        for (int i = 0; i < 3; i++) {
            CreateTxn txn =
                    (CreateTxn) bed.prepare(OpCode.CREATE, TestBed.create("/q/n", CreateMode.EPHEMERAL_SEQUENTIAL))
                            .txn();
            assertEquals("/q/n000000000" + i, txn.path());
            assertEquals(i + 1, txn.parentCVersion());
        }
        bed.applyAll();
        assertEquals(3, bed.tree.find("/q").childCount());
    }

    @Test
    void ttlNodesNeedExtendedTypes() {
        TestBed plain = new TestBed(RequestSettings.DEFAULTS, new OwnerEncoding(false, false), true);
        assertEquals(
                ErrorCode.UNIMPLEMENTED,
                plain.error(OpCode.CREATE_TTL, TestBed.createTtl("/t", CreateMode.PERSISTENT_WITH_TTL, 100)));
        assertEquals(
                ErrorCode.OK,
                bed.error(OpCode.CREATE_TTL, TestBed.createTtl("/t", CreateMode.PERSISTENT_WITH_TTL, 100)));
        Znode node = bed.tree.find("/t");
        assertEquals(NodeKind.TTL, node.kind());
        assertEquals(100, bed.tree.owners().ttlMs(node.ephemeralOwner()));
        assertEquals(0, node.stat().ephemeralOwner());
    }

    @Test
    void aTtlMustBeInRangeAndFitTheMode() {
        assertEquals(ErrorCode.BAD_ARGUMENTS, createTtl(CreateMode.PERSISTENT_WITH_TTL, 0));
        assertEquals(ErrorCode.BAD_ARGUMENTS, createTtl(CreateMode.PERSISTENT_WITH_TTL, -1));
        assertEquals(ErrorCode.BAD_ARGUMENTS, createTtl(CreateMode.PERSISTENT_WITH_TTL, OwnerEncoding.TTL_MAX_MS + 1));
        assertEquals(ErrorCode.BAD_ARGUMENTS, createTtl(CreateMode.PERSISTENT, 5));
        assertEquals(ErrorCode.BAD_ARGUMENTS, createTtl(CreateMode.PERSISTENT, -1));
        assertEquals(
                ErrorCode.BAD_ARGUMENTS,
                bed.error(OpCode.CREATE, TestBed.create("/t", CreateMode.PERSISTENT_WITH_TTL)));
        assertEquals(ErrorCode.OK, createTtl(CreateMode.PERSISTENT_WITH_TTL, OwnerEncoding.TTL_MAX_MS));
    }

    private ErrorCode createTtl(CreateMode mode, long ttlMs) {
        return bed.error(OpCode.CREATE_TTL, new CreateTtlRequest("/t", null, Acl.OPEN_ACL_UNSAFE, mode.flag(), ttlMs));
    }

    @Test
    void theTypeOfTheRequestMakesAContainerAndNotItsFlags() {
        bed.run(OpCode.CREATE, TestBed.create("/flag", CreateMode.CONTAINER));
        assertEquals(NodeKind.PERSISTENT, bed.tree.find("/flag").kind());
        bed.run(OpCode.CREATE_CONTAINER, TestBed.create("/type", CreateMode.PERSISTENT));
        Znode container = bed.tree.find("/type");
        assertEquals(NodeKind.CONTAINER, container.kind());
        assertEquals(0, container.stat().ephemeralOwner());
    }

    @Test
    void aRefusedCreateTakesItsZxidAndChangesNothing() {
        long digest = bed.tree.digest();
        PreparedTxn refused = bed.prepare(OpCode.CREATE, TestBed.create("/x/y", CreateMode.PERSISTENT));
        assertEquals(OpCode.ERROR, refused.header().type());
        assertNull(refused.digest());
        bed.applyAll();
        assertEquals(1, bed.tree.lastZxid());
        assertEquals(digest, bed.tree.digest());
    }
}
