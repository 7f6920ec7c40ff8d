package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.Identity;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.GetChildrenRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetEphemeralsRequest;
import io.lyrebird.wire.client.GetEphemeralsResponse;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.OpResult;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.WhoAmIRequest;
import io.lyrebird.wire.client.WhoAmIResponse;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadOthersTest {
    private final ReadBed bed = new ReadBed();

    @Test
    void eachReadOfAMultiReadHasAResultOrAnErrorOfItsOwn() {
        bed.bed.create("/a");
        bed.bed.create("/a/b");
        bed.bed.run(
                OpCode.CREATE,
                TestBed.create("/secret", CreateMode.PERSISTENT, List.of(new Acl(Perms.WRITE, "world", "anyone"))));
        MultiRequest request = new MultiRequest(List.of(
                new MultiRequest.Op(OpCode.GET_DATA, new GetDataRequest("/a", true)),
                new MultiRequest.Op(OpCode.GET_CHILDREN, new GetChildrenRequest("/a", true)),
                new MultiRequest.Op(OpCode.GET_DATA, new GetDataRequest("/x", false)),
                new MultiRequest.Op(OpCode.GET_CHILDREN, new GetChildrenRequest("/secret", false)),
                new MultiRequest.Op(OpCode.GET_CHILDREN, new GetChildrenRequest("/a/b", false))));
        assertEquals(ErrorCode.OK, bed.read(OpCode.MULTI_READ, request));
        List<OpResult> results = MultiResponse.decode(bed.reply).results();
        OpResult.GetDataResult data = (OpResult.GetDataResult) results.get(0);
        assertArrayEquals(TestBed.bytes("data"), data.data());
        assertEquals(bed.bed.tree.find("/a").stat(), data.stat());
        assertEquals(new OpResult.GetChildrenResult(List.of("b")), results.get(1));
        assertEquals(new OpResult.ErrorResult(ErrorCode.NO_NODE.code()), results.get(2));
        assertEquals(new OpResult.ErrorResult(ErrorCode.NO_AUTH.code()), results.get(3));
        assertEquals(new OpResult.GetChildrenResult(List.of()), results.get(4));
        assertEquals(List.of(), bed.takeWatches(), "a multiRead sets no watches");
    }

    @Test
    void aWriteInAMultiReadIsMalformed() {
        assertEquals(
                ErrorCode.MARSHALLING_ERROR,
                bed.read(OpCode.MULTI_READ, TestBed.multi(TestBed.op(OpCode.DELETE, TestBed.delete("/a", -1)))));
        assertEquals(ErrorCode.OK, bed.read(OpCode.MULTI_READ, TestBed.multi()));
        assertEquals(new MultiResponse(List.of()), MultiResponse.decode(bed.reply));
    }

    @Test
    void aMultiReadWhoseAnswerWouldBeTooLongIsAnError() {
        bed.bed.create("/a");
        MultiRequest.Op op = new MultiRequest.Op(OpCode.GET_DATA, new GetDataRequest("/a", false));
        assertEquals(ErrorCode.OK, bed.read(OpCode.MULTI_READ, new MultiRequest(Collections.nCopies(100, op))));
        MultiRequest many = new MultiRequest(Collections.nCopies(ReadBed.MULTI_READ_BYTES_MAX / 16, op));
        assertEquals(ErrorCode.MARSHALLING_ERROR, bed.read(OpCode.MULTI_READ, many));
        assertEquals(0, bed.reply.readableBytes(), "nothing of it was encoded");
    }

    @Test
    void ephemeralsAreTheSessionsOwnByPrefix() {
        bed.bed.create("/p");
        bed.bed.createEphemeral("/p/a1");
        bed.bed.createEphemeral("/p/a2");
        bed.bed.createEphemeral("/q");
        bed.bed.session = TestBed.OTHER_SESSION;
        bed.bed.createEphemeral("/p/a3");
        bed.bed.session = TestBed.SESSION;
        assertEquals(List.of("/p/a1", "/p/a2"), ephemerals("/p/a"));
        for (String all : new String[] {null, "", " ", "/", " / "}) {
            assertEquals(List.of("/p/a1", "/p/a2", "/q"), ephemerals(all));
        }
        assertEquals(List.of(), ephemerals(" /p"));
        bed.bed.session = 99;
        assertEquals(List.of(), ephemerals("/"));
    }

    private List<String> ephemerals(String prefix) {
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_EPHEMERALS, new GetEphemeralsRequest(prefix)));
        return GetEphemeralsResponse.decode(bed.reply).ephemerals();
    }

    @Test
    void whoAmINamesUsersAndNoSecrets() {
        bed.identities = List.of(
                DigestAuth.SUPER,
                new Identity("digest", "alice:hash"),
                new Identity("ip", "127.0.0.1"),
                new Identity("unknown", "x"));
        assertEquals(ErrorCode.OK, bed.read(OpCode.WHO_AM_I, new WhoAmIRequest()));
        assertEquals(
                List.of(
                        new WhoAmIResponse.ClientInfo("super", ""),
                        new WhoAmIResponse.ClientInfo("digest", "alice"),
                        new WhoAmIResponse.ClientInfo("ip", "127.0.0.1"),
                        new WhoAmIResponse.ClientInfo("unknown", "")),
                WhoAmIResponse.decode(bed.reply).clientInfo());
    }
}
