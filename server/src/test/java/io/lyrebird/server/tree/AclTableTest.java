package io.lyrebird.server.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.Perms;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AclTableTest {
    private final AclTable table = new AclTable();

    private static List<Acl> acl(String ip) {
        return new ArrayList<>(List.of(new Acl(Perms.ALL, "ip", ip)));
    }

    @Test
    void equalAclsShareAnIdUntilTheLastUserIsGone() {
        int id = table.use(acl("1.1.1.1"));
        assertEquals(id, table.use(acl("1.1.1.1")));
        assertNotEquals(id, table.use(acl("2.2.2.2")));
        assertEquals(2, table.size());
        table.release(id);
        assertEquals(acl("1.1.1.1"), table.acl(id));
        table.release(id);
        assertEquals(1, table.size());
        assertEquals(id, table.use(acl("3.3.3.3")), "the free id is used again");
        assertEquals(acl("3.3.3.3"), table.acl(id));
    }

    @Test
    void theOpenAclAlwaysHasTheSameId() {
        assertEquals(AclTable.OPEN, table.use(Acl.OPEN_ACL_UNSAFE));
        assertEquals(AclTable.OPEN, table.use(new ArrayList<>(Acl.OPEN_ACL_UNSAFE)));
        assertEquals(AclTable.OPEN, table.use(null));
        for (int i = 0; i < 3; i++) {
            table.release(AclTable.OPEN);
        }
        assertEquals(Acl.OPEN_ACL_UNSAFE, table.acl(AclTable.OPEN));
        assertEquals(0, table.size());
    }

    @Test
    void aListThatChangesLaterDoesNotChangeTheTable() {
        List<Acl> acl = acl("1.1.1.1");
        int id = table.use(acl);
        acl.clear();
        assertEquals(acl("1.1.1.1"), table.acl(id));
    }

    @Test
    void releasingTooOftenIsNoticed() {
        int id = table.use(acl("1.1.1.1"));
        table.release(id);
        assertThrows(IllegalStateException.class, () -> table.release(id));
    }
}
