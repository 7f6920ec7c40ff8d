package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.SetDataResponse;
import io.lyrebird.wire.client.Stat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SetDataTest {
    private final TestBed bed = new TestBed();

    @Test
    void newDataChangesVersionMzxidAndMtimeOnly() {
        bed.create("/a");
        long ctime = bed.nowMs;
        ApplyResult result = bed.run(OpCode.SET_DATA, TestBed.setData("/a", "longer", 0));
        Stat stat = new Stat(1, 2, ctime, bed.nowMs, 1, 0, 0, 0, 6, 0, 1);
        assertEquals(stat, result.stat());
        assertEquals(new SetDataResponse(stat), WriteReplies.of(result));
        assertEquals("longer", bed.dataOf("/a"));
    }

    @Test
    void nullAndEmptyAreDifferentData() {
        bed.create("/a");
        bed.run(OpCode.SET_DATA, new SetDataRequest("/a", null, -1));
        assertNull(bed.tree.find("/a").data());
        bed.run(OpCode.SET_DATA, new SetDataRequest("/a", new byte[0], -1));
        assertArrayEquals(new byte[0], bed.tree.find("/a").data());
    }

    @Test
    void theRootHasDataToo() {
        assertEquals(ErrorCode.OK, bed.setData("/", "root"));
        assertEquals("root", bed.dataOf("/"));
    }

    @Test
    void errorsComeInApachesOrder() {
        List<Acl> noWrite = List.of(new Acl(Perms.ALL & ~Perms.WRITE, "world", "anyone"));
        for (String path : new String[] {null, "", "a", "/a/", "//", "/a/../b"}) {
            assertEquals(ErrorCode.BAD_ARGUMENTS, bed.setData(path, "x"));
        }
        assertEquals(ErrorCode.NO_NODE, bed.setData("/a", "x"));
        bed.run(OpCode.CREATE, TestBed.create("/a", CreateMode.PERSISTENT, noWrite));
        assertEquals(ErrorCode.NO_AUTH, bed.error(OpCode.SET_DATA, TestBed.setData("/a", "x", 5)));
        bed.setAcl("/a", Acl.OPEN_ACL_UNSAFE);
        assertEquals(ErrorCode.BAD_VERSION, bed.error(OpCode.SET_DATA, TestBed.setData("/a", "x", 5)));
        bed.session = 99;
        assertEquals(ErrorCode.SESSION_EXPIRED, bed.setData("", "x"));
    }

    @Test
    void versionsCountWhatIsPending() {
        bed.create("/a");
        bed.prepare(OpCode.SET_DATA, TestBed.setData("/a", "1", 0));
        bed.prepare(OpCode.SET_DATA, TestBed.setData("/a", "2", 1));
        bed.prepare(OpCode.SET_DATA, TestBed.setData("/a", "late", 1));
        bed.applyNext();
        bed.applyNext();
        assertEquals(ErrorCode.BAD_VERSION.code(), bed.applyNext().err());
        assertEquals("2", bed.dataOf("/a"));
    }
}
