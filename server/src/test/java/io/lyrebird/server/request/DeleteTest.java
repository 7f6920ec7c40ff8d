package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeleteTest {
    private final TestBed bed = new TestBed();

    @Test
    void aDeletionCountsInTheParentsCversionAndPzxidButNotInItsSequence() {
        bed.create("/p");
        bed.create("/p/a");
        assertEquals(ErrorCode.OK, bed.delete("/p/a"));
        assertNull(bed.tree.find("/p/a"));
        Znode parent = bed.tree.find("/p");
        assertEquals(2, parent.cversion());
        assertEquals(1, parent.childrenCreated());
        assertEquals(3, parent.pzxid());
        assertEquals(1, parent.mzxid());
    }

    @Test
    void errorsComeInApachesOrder() {
        List<Acl> noDelete = List.of(new Acl(Perms.ALL & ~Perms.DELETE, "world", "anyone"));
        assertEquals(ErrorCode.BAD_ARGUMENTS, bed.delete("a"));
        assertEquals(ErrorCode.BAD_ARGUMENTS, bed.delete("/a\0"));
        assertEquals(ErrorCode.MARSHALLING_ERROR, bed.delete(null));
        assertEquals(ErrorCode.NO_NODE, bed.delete("/p/a"));
        bed.run(OpCode.CREATE, TestBed.create("/p", CreateMode.PERSISTENT, noDelete));
        assertEquals(ErrorCode.NO_AUTH, bed.delete("/p/a"));
        assertEquals(ErrorCode.OK, bed.create("/p/a"));
        assertEquals(ErrorCode.NO_AUTH, bed.delete("/p/a"));
        assertEquals(ErrorCode.BAD_VERSION, bed.error(OpCode.DELETE, TestBed.delete("/p", 3)));
        assertEquals(ErrorCode.NOT_EMPTY, bed.error(OpCode.DELETE, TestBed.delete("/p", 0)));
        bed.identities = List.of(DigestAuth.SUPER);
        assertEquals(ErrorCode.OK, bed.delete("/p/a"));
        assertEquals(ErrorCode.OK, bed.delete("/p"));
        bed.session = 99;
        assertEquals(ErrorCode.SESSION_EXPIRED, bed.delete("a"));
    }

    @Test
    void systemNodesStay() {
        for (String path : List.of("/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config")) {
            assertEquals(ErrorCode.BAD_ARGUMENTS, bed.delete(path));
            assertEquals(ErrorCode.BAD_ARGUMENTS, bed.deleteContainer(path));
        }
        bed.create("/zookeeper/mine");
        assertEquals(ErrorCode.OK, bed.delete("/zookeeper/mine"));
    }

    @Test
    void aContainerGoesOnlyWithoutChildrenEvenPendingOnes() {
        bed.run(OpCode.CREATE_CONTAINER, TestBed.create("/c", CreateMode.CONTAINER));
        bed.prepare(OpCode.CREATE, TestBed.create("/c/child", CreateMode.PERSISTENT));
        PreparedTxn refused = bed.prepare(OpCode.DELETE_CONTAINER, new DeleteContainerRequest("/c"));
        assertEquals(OpCode.ERROR, refused.header().type());
        bed.applyAll();
        assertEquals(ErrorCode.NOT_EMPTY, bed.deleteContainer("/c"));
        bed.delete("/c/child");
        assertEquals(ErrorCode.OK, bed.deleteContainer("/c"));
        assertEquals(ErrorCode.NO_NODE, bed.deleteContainer("/c"));
    }

    @Test
    void anEphemeralIsNoContainer() {
        bed.createEphemeral("/e");
        assertEquals(ErrorCode.BAD_VERSION, bed.deleteContainer("/e"));
    }

    @Test
    void theServersOwnDeletionNeedsNoSessionAndNoPermission() {
        List<Acl> nobody = List.of(new Acl(0, "world", "anyone"));
        bed.create("/p");
        bed.run(OpCode.CREATE_CONTAINER, TestBed.create("/p/c", CreateMode.CONTAINER));
        bed.setAcl("/p", nobody);
        bed.session = 0;
        bed.identities = List.of();
        assertEquals(ErrorCode.OK, bed.deleteContainer("/p/c"));
    }
}
