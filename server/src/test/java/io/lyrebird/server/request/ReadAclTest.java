package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.Identity;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.GetAclRequest;
import io.lyrebird.wire.client.GetAclResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadAclTest {
    private static final Acl ALICE = new Acl(Perms.ALL, "digest", "alice:hash:more");
    private static final Acl NETWORK = new Acl(Perms.WRITE, "ip", "10.0.0.0/8");

    private final ReadBed bed = new ReadBed();

    private void create(Acl... acl) {
        bed.bed.run(OpCode.CREATE, TestBed.create("/a", CreateMode.PERSISTENT, Acl.OPEN_ACL_UNSAFE));
        bed.bed.prepared.clear();
        bed.bed.tree.setAcl(bed.bed.tree.find("/a"), List.of(acl), 1);
    }

    private List<Acl> getAcl() {
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_ACL, new GetAclRequest("/a")));
        GetAclResponse response = GetAclResponse.decode(bed.reply);
        assertEquals(bed.bed.tree.find("/a").stat(), response.stat());
        return response.acl();
    }

    @Test
    void whoMayOnlyReadSeesNoHashes() {
        create(ALICE, NETWORK, new Acl(Perms.READ, "world", "anyone"));
        assertEquals(
                List.of(new Acl(Perms.ALL, "digest", "alice:x"), NETWORK, new Acl(Perms.READ, "world", "anyone")),
                getAcl());
    }

    @Test
    void whoMayAdministrateSeesThem() {
        create(ALICE, new Acl(Perms.ADMIN, "world", "anyone"));
        assertEquals(List.of(ALICE, new Acl(Perms.ADMIN, "world", "anyone")), getAcl());
        bed.identities = List.of(DigestAuth.SUPER);
        assertEquals(ALICE, getAcl().get(0));
        bed.identities = List.of(new Identity("digest", "alice:hash:more"));
        assertEquals(ALICE, getAcl().get(0));
    }

    @Test
    void whoMayNeitherSeesNothing() {
        create(ALICE, NETWORK, new Acl(Perms.WRITE | Perms.CREATE | Perms.DELETE, "world", "anyone"));
        assertEquals(ErrorCode.NO_AUTH, bed.read(OpCode.GET_ACL, new GetAclRequest("/a")));
        assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.GET_ACL, new GetAclRequest("/x")));
        assertEquals(ErrorCode.MARSHALLING_ERROR, bed.read(OpCode.GET_ACL, new GetAclRequest(null)));
    }
}
