package io.lyrebird.server.request;

import static io.lyrebird.server.request.TestBed.create;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.txn.CloseSessionTxn;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionTest {
    private final TestBed bed = new TestBed();

    @Test
    void aSessionIsUsableFromItsPreparationOn() {
        bed.session = 77;
        bed.prepare(OpCode.CREATE_SESSION, new CreateSessionRequest(5_000));
        assertEquals(
                OpCode.CREATE,
                bed.prepare(OpCode.CREATE, create("/e", CreateMode.EPHEMERAL))
                        .header()
                        .type());
        bed.applyAll();
        assertEquals(5_000, bed.sessions.timeoutMs(77));
        assertEquals(77, bed.tree.find("/e").stat().ephemeralOwner());
    }

    @Test
    void aSessionTakesItsEphemeralsWithIt() {
        bed.create("/p");
        bed.createEphemeral("/p/e1");
        bed.createEphemeral("/p/e2");
        bed.session = TestBed.OTHER_SESSION;
        bed.createEphemeral("/p/other");
        bed.session = TestBed.SESSION;
        bed.closeSession();
        assertFalse(bed.sessions.contains(TestBed.SESSION));
        assertNull(bed.tree.find("/p/e1"));
        assertNull(bed.tree.find("/p/e2"));
        assertNotNull(bed.tree.find("/p/other"));
        assertEquals(bed.zxid, bed.tree.find("/p").pzxid());
        assertEquals(5, bed.tree.find("/p").cversion());
    }

    @Test
    void closingDeletesWhatIsPendingAndSparesWhatIsAboutToGo() {
        bed.createEphemeral("/old");
        bed.createEphemeral("/leaving");
        bed.createEphemeral("/again");
        bed.prepare(OpCode.CREATE, create("/new", CreateMode.EPHEMERAL));
        bed.prepare(OpCode.DELETE, TestBed.delete("/leaving", -1));
        bed.prepare(OpCode.DELETE, TestBed.delete("/again", -1));
        bed.prepare(OpCode.CREATE, create("/again", CreateMode.EPHEMERAL));
        CloseSessionTxn txn = (CloseSessionTxn)
                bed.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest()).txn();
        assertEquals(Set.of("/old", "/new", "/again"), new HashSet<>(txn.paths2Delete()));
        assertEquals(3, txn.paths2Delete().size());
        bed.applyAll();
        assertEquals(4, bed.tree.nodeCount());
        assertTrue(bed.preparer.isIdle());
    }

    @Test
    void whatASessionCreatesBehindItsCloseIsRefused() {
        bed.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest());
        PreparedTxn late = bed.prepare(OpCode.CREATE, create("/late", CreateMode.EPHEMERAL));
        assertEquals(OpCode.ERROR, late.header().type());
        bed.applyAll();
        assertEquals(ErrorCode.SESSION_EXPIRED, bed.createEphemeral("/later"));
    }

    @Test
    void aParentCanGoBehindTheCloseThatEmptiesIt() {
        bed.create("/p");
        bed.createEphemeral("/p/e");
        bed.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest());
        bed.session = TestBed.OTHER_SESSION;
        PreparedTxn delete = bed.prepare(OpCode.DELETE, TestBed.delete("/p", -1));
        assertEquals(OpCode.DELETE, delete.header().type());
        bed.applyAll();
        assertNull(bed.tree.find("/p"));
    }

    @Test
    void theOrderOfDeletionIsThatOfApachesHashSet() {
        HashSet<String> apache = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            bed.createEphemeral("/e" + i);
            apache.add("/e" + i);
        }
        CloseSessionTxn txn = (CloseSessionTxn)
                bed.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest()).txn();
        assertEquals(new ArrayList<>((Set<?>) apache.clone()), txn.paths2Delete());
        bed.watches.take();
        bed.applyAll();
        List<String> expected = txn.paths2Delete().stream()
                .map(path -> "deleted " + path + " " + bed.zxid)
                .toList();
        assertEquals(expected, bed.watches.take());
    }

    @Test
    void aTxnWithoutPathsDeletesWhatTheSessionOwnsWhenItIsApplied() {
        TestBed old = new TestBed(new RequestSettings(false, false, false));
        old.createEphemeral("/e");
        old.prepare(OpCode.CREATE, create("/pending", CreateMode.EPHEMERAL));
        PreparedTxn close = old.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest());
        assertFalse(((CloseSessionTxn) close.txn()).hasPaths());
        old.applyAll();
        assertEquals(4, old.tree.nodeCount());
        assertEquals(close.digest().treeDigest(), old.tree.digest());
    }

    @Test
    void anExpiryThatComesTwiceDoesNoHarm() {
        bed.createEphemeral("/e");
        bed.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest());
        bed.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest());
        bed.applyAll();
        bed.closeSession();
        assertEquals(4, bed.tree.nodeCount());
    }

    @Test
    void whatWasPendingWhenTheRoleWasLostIsForgotten() {
        bed.createEphemeral("/e");
        long digest = bed.tree.digest();
        bed.prepare(OpCode.CLOSE_SESSION, new CloseSessionRequest());
        bed.session = 77;
        bed.prepare(OpCode.CREATE_SESSION, new CreateSessionRequest(5_000));
        bed.prepare(OpCode.CREATE, create("/n", CreateMode.PERSISTENT));
        bed.preparer.reset();
        bed.prepared.clear();
        assertTrue(bed.preparer.isIdle());
        assertFalse(bed.sessions.contains(77));
        bed.session = TestBed.SESSION;
        assertEquals(ErrorCode.OK, bed.create("/n"));
        assertEquals(ErrorCode.NODE_EXISTS, bed.create("/e"));
        bed.delete("/n");
        assertFalse(digest == bed.tree.digest(), "the root has a later pzxid");
    }
}
