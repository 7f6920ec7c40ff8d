package io.lyrebird.wire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lyrebird.wire.Hex;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCodecTest {
    @ParameterizedTest
    @ValueSource(ints = {OpCode.NOTIFICATION, OpCode.ERROR, 10, 23, 99, 108, -12, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aTypeThatNoRequestHasIsUnknownAndItsBodyIsLeftAlone(int type) {
        ByteBuf body = Hex.buf("7fffffff 00");
        assertEquals(new UnknownRequest(type), RequestCodec.decode(type, body));
        assertEquals(5, body.readableBytes());
    }

    @Test
    void bytesAfterTheBodyAreLeftUnreadAsInApache() {
        ByteBuf body = Hex.buf("00000002 2f61 01 beef");
        assertEquals(new ExistsRequest("/a", true), RequestCodec.decode(OpCode.EXISTS, body));
        assertEquals(2, body.readableBytes());
    }

    @Test
    void theMessageOfAMalformedRequestNamesItsType() {
        MalformedException e = assertThrows(
                MalformedException.class, () -> RequestCodec.decode(OpCode.GET_DATA, Hex.buf("00000009 2f61")));
        assertEquals("getData request: string of 9 bytes, but 2 bytes remain at offset 4", e.getMessage());
    }

    @Test
    void aDeleteContainerWithoutAPathIsMalformed() {
        assertThrows(MalformedException.class, () -> RequestCodec.decode(OpCode.DELETE_CONTAINER, Hex.buf("ffffffff")));
    }

    @Test
    void readsAndWritesDoNotMixInAMulti() {
        assertMalformed(
                op(OpCode.GET_DATA, new GetDataRequest("/a", false)), op(OpCode.DELETE, new DeleteRequest("/a", 0)));
        assertMalformed(
                op(OpCode.CHECK, new CheckVersionRequest("/a", 0)),
                op(OpCode.GET_CHILDREN, new GetChildrenRequest("/a", false)));
    }

    @Test
    void aMultiTakesNoOtherOperations() {
        assertMalformed(op(OpCode.EXISTS, new ExistsRequest("/a", false)));
        assertMalformed(op(OpCode.SET_ACL, new SetAclRequest("/a", Acl.OPEN_ACL_UNSAFE, 0)));
        assertMalformed(op(OpCode.MULTI, new MultiRequest(List.of())));
        assertMalformed(op(OpCode.DELETE_CONTAINER, new DeleteContainerRequest("/a")));
    }

    @Test
    void aReadInAMultiSetsNoWatch() {
        assertEquals(
                new MultiRequest(List.of(
                        op(OpCode.GET_DATA, new GetDataRequest("/a", false)),
                        op(OpCode.GET_CHILDREN, new GetChildrenRequest("/b", false)))),
                decoded(
                        op(OpCode.GET_DATA, new GetDataRequest("/a", true)),
                        op(OpCode.GET_CHILDREN, new GetChildrenRequest("/b", true))));
    }

    @Test
    void theFlagsOfACreateInAMultiDecideItsType() {
        for (int sent : List.of(OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER)) {
            assertEquals(sent, typeOf(op(sent, create(CreateMode.PERSISTENT.flag()))));
            assertEquals(sent, typeOf(op(sent, create(CreateMode.EPHEMERAL_SEQUENTIAL.flag()))));
            assertEquals(OpCode.CREATE_CONTAINER, typeOf(op(sent, create(CreateMode.CONTAINER.flag()))));
        }
    }

    @Test
    void aCreateTtlInAMultiWhoseFlagsAreNoTtlModeIsAnOrdinaryCreate() {
        assertEquals(OpCode.CREATE_TTL, typeOf(op(OpCode.CREATE_TTL, createTtl(6))));
        assertEquals(OpCode.CREATE, typeOf(op(OpCode.CREATE_TTL, createTtl(1))));
        assertEquals(OpCode.CREATE, typeOf(op(OpCode.CREATE_TTL, createTtl(99))));
        assertEquals(OpCode.CREATE_CONTAINER, typeOf(op(OpCode.CREATE_TTL, createTtl(4))));
        CreateRequest request = (CreateRequest)
                decoded(op(OpCode.CREATE_TTL, createTtl(99))).ops().get(0).request();
        assertEquals(99, request.flags());
    }

    @Test
    void aCreateInAMultiWithATtlModeOrNoModeOrNoAclIsMalformed() {
        assertMalformed(op(OpCode.CREATE, create(CreateMode.PERSISTENT_WITH_TTL.flag())));
        assertMalformed(op(OpCode.CREATE2, create(7)));
        assertMalformed(op(OpCode.CREATE_CONTAINER, create(-1)));
        assertMalformed(op(OpCode.CREATE, new CreateRequest("/a", null, null, 0)));
    }

    private static CreateRequest create(int flags) {
        return new CreateRequest("/a", null, Acl.OPEN_ACL_UNSAFE, flags);
    }

    private static CreateTtlRequest createTtl(int flags) {
        return new CreateTtlRequest("/a", null, Acl.OPEN_ACL_UNSAFE, flags, 1000);
    }

    private static MultiRequest.Op op(int type, Request request) {
        return new MultiRequest.Op(type, request);
    }

    private static int typeOf(MultiRequest.Op op) {
        return decoded(op).ops().get(0).type();
    }

    private static MultiRequest decoded(MultiRequest.Op... ops) {
        ByteBuf out = Unpooled.buffer();
        new MultiRequest(List.of(ops)).encode(out);
        return (MultiRequest) RequestCodec.decode(OpCode.MULTI, out);
    }

    private static void assertMalformed(MultiRequest.Op... ops) {
        assertThrows(MalformedException.class, () -> decoded(ops));
    }
}
