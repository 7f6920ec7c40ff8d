package io.lyrebird.server.request;

import static io.lyrebird.server.request.TestBed.create;
import static io.lyrebird.server.request.TestBed.delete;
import static io.lyrebird.server.request.TestBed.multi;
import static io.lyrebird.server.request.TestBed.op;
import static io.lyrebird.server.request.TestBed.setData;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.tree.TreeDump;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CheckVersionRequest;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.OpResult;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.txn.CreateTxn;
import java.util.List;
import org.junit.jupiter.api.Test;

class MultiTest {
    private final TestBed bed = new TestBed();

    @Test
    void everyKindOfOperationHasItsResult() {
        bed.create("/a");
        bed.create("/gone");
        ApplyResult result = bed.run(
                OpCode.MULTI,
                multi(
                        op(OpCode.CREATE, create("/a/1", CreateMode.PERSISTENT)),
                        op(OpCode.CREATE2, create("/a/2", CreateMode.EPHEMERAL)),
                        op(OpCode.CREATE_CONTAINER, create("/a/3", CreateMode.CONTAINER)),
                        op(OpCode.CREATE_TTL, TestBed.createTtl("/a/4", CreateMode.PERSISTENT_WITH_TTL, 50)),
                        op(OpCode.DELETE, delete("/gone", 0)),
                        op(OpCode.SET_DATA, setData("/a", "new", 0)),
                        op(OpCode.CHECK, new CheckVersionRequest("/a", 1))));
        assertEquals(0, result.err());
        List<OpResult> results = ((MultiResponse) WriteReplies.of(result)).results();
        assertEquals(new OpResult.CreateResult("/a/1"), results.get(0));
        assertEquals(new OpResult.Create2Result("/a/2", bed.tree.find("/a/2").stat()), results.get(1));
        assertEquals(new OpResult.Create2Result("/a/3", bed.tree.find("/a/3").stat()), results.get(2));
        assertEquals(new OpResult.Create2Result("/a/4", bed.tree.find("/a/4").stat()), results.get(3));
        assertEquals(new OpResult.DeleteResult(), results.get(4));
        assertEquals(new OpResult.SetDataResult(bed.tree.find("/a").stat()), results.get(5));
        assertEquals(new OpResult.CheckResult(), results.get(6));
        assertEquals(3, bed.tree.find("/a/4").czxid());
    }

    @Test
    void eachOperationSeesThoseBeforeIt() {
        ApplyResult result = bed.run(
                OpCode.MULTI,
                multi(
                        op(OpCode.CREATE, create("/a", CreateMode.PERSISTENT)),
                        op(OpCode.CREATE, create("/a/b", CreateMode.PERSISTENT)),
                        op(OpCode.SET_DATA, setData("/a/b", "x", 0)),
                        op(OpCode.DELETE, delete("/a/b", 1)),
                        op(OpCode.DELETE, delete("/a", 0)),
                        op(OpCode.CREATE, create("/a", CreateMode.EPHEMERAL))));
        assertTrue(result.multi().stream().allMatch(part -> part.err() == 0));
        assertEquals(0, bed.tree.find("/a").childCount());
        assertEquals(TestBed.SESSION, bed.tree.find("/a").ephemeralOwner());
    }

    @Test
    void oneFailureUndoesAllAndTheResultsSayWhichItWas() {
        bed.create("/a");
        var before = TreeDump.of(bed.tree);
        ApplyResult result = bed.run(
                OpCode.MULTI,
                multi(
                        op(OpCode.SET_DATA, setData("/a", "x", 0)),
                        op(OpCode.CREATE, create("/a/b", CreateMode.PERSISTENT)),
                        op(OpCode.CHECK, new CheckVersionRequest("/a", 7)),
                        op(OpCode.DELETE, delete("/a", 0)),
                        op(OpCode.CREATE, create("/missing/b", CreateMode.PERSISTENT))));
        assertEquals(before, TreeDump.of(bed.tree));
        assertEquals(0, result.err(), "the header of the reply to a multi never has an error");
        assertEquals(
                List.of(
                        new OpResult.ErrorResult(0),
                        new OpResult.ErrorResult(0),
                        new OpResult.ErrorResult(ErrorCode.BAD_VERSION.code()),
                        new OpResult.ErrorResult(ErrorCode.RUNTIME_INCONSISTENCY.code()),
                        new OpResult.ErrorResult(ErrorCode.RUNTIME_INCONSISTENCY.code())),
                ((MultiResponse) WriteReplies.of(result)).results());
        assertTrue(bed.preparer.isIdle());
    }

    @Test
    void aFailedMultiLeavesWhatWasPendingBeforeItExactly() {
        bed.create("/q");
        bed.prepare(OpCode.CREATE, create("/q/n", CreateMode.EPHEMERAL_SEQUENTIAL));
        bed.prepare(OpCode.SET_DATA, setData("/q", "pending", 0));
        PreparedTxn failed = bed.prepare(
                OpCode.MULTI,
                multi(
                        op(OpCode.CREATE, create("/q/n", CreateMode.EPHEMERAL_SEQUENTIAL)),
                        op(OpCode.SET_DATA, setData("/q", "never", 1)),
                        op(OpCode.DELETE, delete("/q/n0000000000", -1)),
                        op(OpCode.CREATE, create("/q/fresh", CreateMode.PERSISTENT)),
                        op(OpCode.DELETE, delete("/none", -1))));
        assertNotNull(failed.digest());
        CreateTxn next = (CreateTxn) bed.prepare(OpCode.CREATE, create("/q/n", CreateMode.EPHEMERAL_SEQUENTIAL))
                .txn();
        assertEquals("/q/n0000000001", next.path());
        PreparedTxn setData = bed.prepare(OpCode.SET_DATA, setData("/q", "second", 1));
        assertEquals(OpCode.SET_DATA, setData.header().type());
        assertEquals(
                OpCode.CREATE,
                bed.prepare(OpCode.CREATE, create("/q/fresh", CreateMode.PERSISTENT))
                        .header()
                        .type());
        long predicted = bed.prepared.peekLast().digest().treeDigest();
        bed.applyAll();
        assertEquals(predicted, bed.tree.digest());
        assertEquals("second", bed.dataOf("/q"));
        assertNotNull(bed.tree.find("/q/n0000000000"));
        assertTrue(bed.preparer.isIdle());
    }

    @Test
    void aMultiThatCannotBeUnderstoodIsRefusedAsAWhole() {
        bed.create("/a");
        assertEquals(
                ErrorCode.MARSHALLING_ERROR,
                bed.error(
                        OpCode.MULTI,
                        multi(op(OpCode.SET_DATA, setData("/a", "x", -1)), op(OpCode.DELETE, delete(null, -1)))));
        assertEquals(
                ErrorCode.MARSHALLING_ERROR,
                bed.error(OpCode.MULTI, multi(op(OpCode.GET_DATA, new GetDataRequest("/a", false)))));
        List<Acl> withoutId = List.of(new Acl(Perms.ALL, "digest", null));
        assertEquals(
                ErrorCode.MARSHALLING_ERROR,
                bed.error(
                        OpCode.MULTI,
                        multi(
                                op(OpCode.SET_DATA, setData("/a", "x", -1)),
                                op(OpCode.CREATE, create("/b", CreateMode.PERSISTENT, withoutId)))));
        assertEquals("data", bed.dataOf("/a"));
        assertTrue(bed.preparer.isIdle());
    }

    @Test
    void anEmptyMultiSucceeds() {
        ApplyResult result = bed.run(OpCode.MULTI, multi());
        assertEquals(new MultiResponse(List.of()), WriteReplies.of(result));
    }

    @Test
    void checkNeedsPermissionToRead() {
        bed.run(
                OpCode.CREATE,
                create("/a", CreateMode.PERSISTENT, List.of(new Acl(Perms.ALL & ~Perms.READ, "world", "anyone"))));
        ApplyResult result = bed.run(OpCode.MULTI, multi(op(OpCode.CHECK, new CheckVersionRequest("/a", -1))));
        assertEquals(ErrorCode.NO_AUTH.code(), result.multi().get(0).err());
    }

    @Test
    void checkAloneIsUnimplementedAndNeverTouchesTheDatabase() {
        bed.create("/a");
        var before = TreeDump.of(bed.tree);
        ApplyResult result = bed.run(OpCode.CHECK, new CheckVersionRequest("/a", 0));
        assertEquals(ErrorCode.UNIMPLEMENTED.code(), result.err());
        assertNull(WriteReplies.of(result));
        assertEquals(before, TreeDump.of(bed.tree));
    }
}
