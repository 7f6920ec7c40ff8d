package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.SetAclRequest;
import io.lyrebird.wire.client.SetAclResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetAclTest {
    private static final List<Acl> NOBODY = List.of(new Acl(0, "world", "anyone"));
    private static final List<Identity> ALICE = List.of(new Identity("digest", "alice:x"));

    private final TestBed bed = new TestBed();

    @Test
    void aNewAclChangesTheAclVersionOnly() {
        bed.create("/a");
        ApplyResult result = bed.run(OpCode.SET_ACL, new SetAclRequest("/a", Acl.READ_ACL_UNSAFE, 0));
        assertEquals(Acl.READ_ACL_UNSAFE, bed.tree.acl(bed.tree.find("/a")));
        assertEquals(1, result.stat().aversion());
        assertEquals(0, result.stat().version());
        assertEquals(1, result.stat().mzxid());
        assertEquals(new SetAclResponse(result.stat()), WriteReplies.of(result));
    }

    @Test
    void errorsComeInApachesOrder() {
        List<Acl> bad = List.of(new Acl(Perms.ALL, "nobody", "knows"));
        assertEquals(ErrorCode.BAD_ARGUMENTS, bed.setAcl("/a/", bad));
        assertEquals(ErrorCode.INVALID_ACL, bed.setAcl("/a", bad));
        assertEquals(ErrorCode.INVALID_ACL, bed.setAcl("/a", List.of()));
        assertEquals(ErrorCode.NO_NODE, bed.setAcl("/a", NOBODY));
        bed.create("/a");
        assertEquals(ErrorCode.BAD_VERSION, bed.error(OpCode.SET_ACL, new SetAclRequest("/a", NOBODY, 3)));
        assertEquals(ErrorCode.OK, bed.setAcl("/a", NOBODY));
        assertEquals(ErrorCode.NO_AUTH, bed.error(OpCode.SET_ACL, new SetAclRequest("/a", NOBODY, 7)));
    }

    @Test
    void theSchemeAuthStandsForTheClientsOwnIdentities() {
        assertEquals(
                ErrorCode.INVALID_ACL,
                bed.error(OpCode.CREATE, TestBed.create("/a", CreateMode.PERSISTENT, Acl.CREATOR_ALL_ACL)));
        bed.identities = ALICE;
        bed.run(OpCode.CREATE, TestBed.create("/a", CreateMode.PERSISTENT, Acl.CREATOR_ALL_ACL));
        assertEquals(List.of(new Acl(Perms.ALL, "digest", "alice:x")), bed.tree.acl(bed.tree.find("/a")));
        bed.identities = TestBed.ANYBODY;
        assertEquals(ErrorCode.NO_AUTH, bed.setData("/a", "x"));
        bed.identities = ALICE;
        assertEquals(ErrorCode.OK, bed.setData("/a", "x"));
    }

    @Test
    void anAclThatIsPendingAlreadyHolds() {
        bed.create("/a");
        bed.prepare(OpCode.SET_ACL, new SetAclRequest("/a", NOBODY, -1));
        PreparedTxn behind = bed.prepare(OpCode.SET_DATA, TestBed.setData("/a", "x", -1));
        assertEquals(OpCode.ERROR, behind.header().type());
        bed.applyAll();
    }

    @Test
    void permissionsAreDecidedWhenARequestIsPreparedAndNotAgain() {
        bed.create("/a");
        bed.prepare(OpCode.SET_DATA, TestBed.setData("/a", "allowed", -1));
        bed.prepare(OpCode.SET_ACL, new SetAclRequest("/a", NOBODY, -1));
        bed.applyAll();
        assertEquals("allowed", bed.dataOf("/a"));
    }
}
