package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchOrderTest {
    private final TestBed bed = new TestBed();

    @Test
    void changesAreToldWithTheirZxidAndTheAclsOfNodeAndParent() {
        List<Acl> parentAcl = List.of(new Acl(Perms.ALL, "world", "anyone"), new Acl(Perms.READ, "ip", "1.2.3.4"));
        List<Acl> acl = List.of(new Acl(Perms.ALL, "world", "anyone"), new Acl(Perms.READ, "ip", "5.6.7.8"));
        bed.run(OpCode.CREATE, TestBed.create("/p", CreateMode.PERSISTENT, parentAcl));
        bed.watches.take();
        bed.run(OpCode.CREATE, TestBed.create("/p/a", CreateMode.PERSISTENT, acl));
        bed.setData("/p/a", "x");
        bed.delete("/p/a");
        assertEquals(List.of(acl, parentAcl, acl, acl, parentAcl), bed.watches.acls);
        assertEquals(List.of("created /p/a 2", "changed /p/a 3", "deleted /p/a 4"), bed.watches.take());
    }

    @Test
    void aMultiTellsItsChangesInItsOrderAndAllWithOneZxid() {
        bed.run(
                OpCode.MULTI,
                TestBed.multi(
                        TestBed.op(OpCode.CREATE, TestBed.create("/a", CreateMode.PERSISTENT)),
                        TestBed.op(OpCode.SET_DATA, TestBed.setData("/a", "x", -1)),
                        TestBed.op(OpCode.DELETE, TestBed.delete("/a", -1))));
        assertEquals(List.of("created /a 1", "changed /a 1", "deleted /a 1"), bed.watches.take());
    }

    @Test
    void whatIsRefusedAndWhatOnlyChangesAclsOrFiguresIsNotTold() {
        bed.create("/a");
        bed.create("/zookeeper/quota/a");
        bed.create("/zookeeper/quota/a/zookeeper_limits");
        bed.create("/zookeeper/quota/a/zookeeper_stats");
        bed.watches.take();
        bed.setAcl("/a", Acl.READ_ACL_UNSAFE);
        bed.create("/a");
        bed.run(
                OpCode.MULTI,
                TestBed.multi(
                        TestBed.op(OpCode.CREATE, TestBed.create("/b", CreateMode.PERSISTENT)),
                        TestBed.op(OpCode.DELETE, TestBed.delete("/none", -1))));
        assertEquals(List.of(), bed.watches.take());
        bed.setAcl("/a", Acl.OPEN_ACL_UNSAFE);
        bed.session = TestBed.SESSION;
        assertEquals(List.of(), bed.watches.take());
    }
}
