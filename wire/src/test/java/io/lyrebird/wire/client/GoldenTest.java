package io.lyrebird.wire.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.Hex;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Frames typed in by hand from zookeeper.jute, without their length. */
class GoldenTest {
    private static final Stat STAT = new Stat(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);

    private static final String STAT_HEX = """
            0000000000000001 0000000000000002 0000000000000003 0000000000000004
            00000005 00000006 00000007 0000000000000008 00000009 0000000a 000000000000000b""";

    private static final String WORLD_ANYONE = "00000001 0000001f 00000005 776f726c64 00000006 616e796f6e65";

    @Test
    void aConnectRequestOfToday() {
        String hex = "00000000 0000000000000042 00007530 0000000000000000 00000010" + "00".repeat(16) + "01";
        ConnectRequest request = ConnectRequest.decode(Hex.buf(hex));
        assertEquals(0, request.protocolVersion());
        assertEquals(0x42, request.lastZxidSeen());
        assertEquals(30_000, request.timeoutMs());
        assertEquals(0, request.sessionId());
        assertEquals(16, request.passwd().length);
        assertTrue(request.readOnly());
        assertTrue(request.hasReadOnly());
        assertWrites(hex, request::encode);
    }

    @Test
    void aConnectRequestOfA34ClientHasNoReadOnlyByte() {
        String hex = "00000000 0000000000000042 00007530 0123456789abcdef 00000002 beef";
        ConnectRequest request = ConnectRequest.decode(Hex.buf(hex));
        assertEquals(0x0123456789abcdefL, request.sessionId());
        assertFalse(request.readOnly());
        assertFalse(request.hasReadOnly());
        assertWrites(hex, request::encode);
    }

    @Test
    void aConnectResponseHasTheReadOnlyByteOnlyWhenAskedTo() {
        ConnectResponse response = new ConnectResponse(0, 10_000, 0x100000000000001L, new byte[] {7}, true);
        String hex = "00000000 00002710 0100000000000001 00000001 07";
        assertWrites(hex + "01", out -> response.encode(out, true));
        assertWrites(hex, out -> response.encode(out, false));
        assertTrue(ConnectResponse.decode(Hex.buf(hex + "01")).readOnly());
        assertFalse(ConnectResponse.decode(Hex.buf(hex)).readOnly());
    }

    @Test
    void headers() {
        assertWrites("00000005 0000000f", new RequestHeader(5, OpCode.CREATE2)::encode);
        assertWrites("fffffffe 0000000b", new RequestHeader(Xid.PING, OpCode.PING)::encode);
        assertWrites(
                "00000005 0000000100000002 ffffff9b",
                new ReplyHeader(5, 0x100000002L, ErrorCode.NO_NODE.code())::encode);
        assertWrites(
                "00000003 00000003 00000002 2f61",
                new WatcherEvent(EventType.NODE_DATA_CHANGED, KeeperState.SYNC_CONNECTED, "/a")::encode);
    }

    @Test
    void createWithOpenAcl() {
        assertRequest(
                OpCode.CREATE,
                "00000002 2f61 00000003 010203" + WORLD_ANYONE + "00000001",
                new CreateRequest("/a", new byte[] {1, 2, 3}, Acl.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL.flag()));
    }

    @Test
    void createWithNullDataAndNullAcl() {
        assertRequest(
                OpCode.CREATE2, "00000002 2f61 ffffffff ffffffff 00000000", new CreateRequest("/a", null, null, 0));
    }

    @Test
    void createTtl() {
        assertRequest(
                OpCode.CREATE_TTL,
                "00000002 2f61 00000000" + WORLD_ANYONE + "00000005 00000000000003e8",
                new CreateTtlRequest("/a", new byte[0], Acl.OPEN_ACL_UNSAFE, 5, 1000));
    }

    @Test
    void requestsOfAPathAndLittleElse() {
        assertRequest(OpCode.DELETE, "00000002 2f61 ffffffff", new DeleteRequest("/a", -1));
        assertRequest(OpCode.EXISTS, "00000002 2f61 01", new ExistsRequest("/a", true));
        assertRequest(OpCode.GET_DATA, "00000002 2f61 00", new GetDataRequest("/a", false));
        assertRequest(OpCode.GET_CHILDREN2, "00000002 2f61 01", new GetChildrenRequest("/a", true));
        assertRequest(OpCode.SYNC, "00000001 2f", new SyncRequest("/"));
        assertRequest(OpCode.REMOVE_WATCHES, "00000002 2f61 00000003", new RemoveWatchesRequest("/a", WatcherType.ANY));
        assertRequest(
                OpCode.ADD_WATCH, "00000002 2f61 00000001", new AddWatchRequest("/a", WatchMode.PERSISTENT_RECURSIVE));
        assertRequest(OpCode.GET_EPHEMERALS, "00000000", new GetEphemeralsRequest(""));
        assertRequest(OpCode.PING, "", new PingRequest());
        assertRequest(OpCode.WHO_AM_I, "", new WhoAmIRequest());
        assertRequest(OpCode.CLOSE_SESSION, "", new CloseSessionRequest());
    }

    @Test
    void setDataAndSetAcl() {
        assertRequest(
                OpCode.SET_DATA, "00000002 2f61 00000001 ff 00000007", new SetDataRequest("/a", new byte[] {-1}, 7));
        assertRequest(
                OpCode.SET_ACL,
                "00000002 2f61 00000002 0000001f 00000004 61757468 00000000"
                        + " 00000001 00000006 646967657374 00000003 753a70 00000000",
                new SetAclRequest("/a", List.of(Acl.CREATOR_ALL_ACL.get(0), new Acl(Perms.READ, "digest", "u:p")), 0));
    }

    @Test
    void authAndSaslAndReconfig() {
        assertRequest(
                OpCode.AUTH,
                "00000000 00000006 646967657374 00000003 753a70",
                new AuthPacket(0, "digest", new byte[] {'u', ':', 'p'}));
        assertRequest(OpCode.SASL, "00000001 00", new SaslRequest(new byte[1]));
        assertRequest(
                OpCode.RECONFIG,
                "00000001 61 ffffffff ffffffff ffffffffffffffff",
                new ReconfigRequest("a", null, null, -1));
    }

    @Test
    void setWatchesHasThreeListsAndSetWatches2HasFive() {
        String three = "0000000000000009 00000001 00000002 2f64 00000000 00000002 00000002 2f63 00000002 2f65";
        SetWatchesRequest old =
                new SetWatchesRequest(9, List.of("/d"), List.of(), List.of("/c", "/e"), List.of(), List.of());
        assertRequest(OpCode.SET_WATCHES, three, old);
        SetWatchesRequest full =
                new SetWatchesRequest(9, List.of("/d"), List.of(), List.of("/c", "/e"), List.of("/p"), List.of("/r"));
        assertRequest(OpCode.SET_WATCHES2, three + "00000001 00000002 2f70 00000001 00000002 2f72", full);
    }

    @Test
    void multiPutsAHeaderBeforeEachOperationAndOneAtTheEnd() {
        assertRequest(
                OpCode.MULTI,
                "0000000d 00 ffffffff 00000002 2f61 00000003"
                        + "00000002 00 ffffffff 00000002 2f62 ffffffff"
                        + "ffffffff 01 ffffffff",
                new MultiRequest(List.of(
                        new MultiRequest.Op(OpCode.CHECK, new CheckVersionRequest("/a", 3)),
                        new MultiRequest.Op(OpCode.DELETE, new DeleteRequest("/b", -1)))));
        assertRequest(
                OpCode.MULTI_READ,
                "00000008 00 ffffffff 00000002 2f61 00 ffffffff 01 ffffffff",
                new MultiRequest(
                        List.of(new MultiRequest.Op(OpCode.GET_CHILDREN, new GetChildrenRequest("/a", false)))));
        assertRequest(OpCode.MULTI, "ffffffff 01 ffffffff", new MultiRequest(List.of()));
    }

    @Test
    void aMultisResultsHaveTheErrorInTheirHeaderAsWell() {
        assertWrites(
                "00000001 00 00000000 00000002 2f61"
                        + "0000000f 00 00000000 00000002 2f62" + STAT_HEX
                        + "00000002 00 00000000"
                        + "0000000d 00 00000000"
                        + "00000005 00 00000000" + STAT_HEX
                        + "ffffffff 00 ffffff9b ffffff9b"
                        + "ffffffff 01 ffffffff",
                new MultiResponse(List.of(
                        new OpResult.CreateResult("/a"),
                        new OpResult.Create2Result("/b", STAT),
                        new OpResult.DeleteResult(),
                        new OpResult.CheckResult(),
                        new OpResult.SetDataResult(STAT),
                        new OpResult.ErrorResult(ErrorCode.NO_NODE.code())))::encode);
        assertWrites(
                "00000008 00 00000000 00000001 00000001 63"
                        + "00000004 00 00000000 00000001 07" + STAT_HEX
                        + "ffffffff 01 ffffffff",
                new MultiResponse(List.of(
                        new OpResult.GetChildrenResult(List.of("c")), new OpResult.GetDataResult(new byte[] {7}, STAT)))
                        ::encode);
    }

    @Test
    void responses() {
        assertWrites("00000002 2f61", new CreateResponse("/a")::encode);
        assertWrites("00000002 2f61" + STAT_HEX, new Create2Response("/a", STAT)::encode);
        assertWrites(STAT_HEX, new SetDataResponse(STAT)::encode);
        assertWrites(STAT_HEX, new ExistsResponse(STAT)::encode);
        assertWrites(STAT_HEX, new SetAclResponse(STAT)::encode);
        assertWrites("ffffffff" + STAT_HEX, new GetDataResponse(null, STAT)::encode);
        assertWrites(WORLD_ANYONE + STAT_HEX, new GetAclResponse(Acl.OPEN_ACL_UNSAFE, STAT)::encode);
        assertWrites("00000002 00000001 61 00000001 62", new GetChildrenResponse(List.of("a", "b"))::encode);
        assertWrites("00000000" + STAT_HEX, new GetChildren2Response(List.of(), STAT)::encode);
        assertWrites("00000001 00000002 2f65", new GetEphemeralsResponse(List.of("/e"))::encode);
        assertWrites("00000007", new GetAllChildrenNumberResponse(7)::encode);
        assertWrites(
                "00000001 00000002 6970 00000009 3132372e302e302e31",
                new WhoAmIResponse(List.of(new WhoAmIResponse.ClientInfo("ip", "127.0.0.1")))::encode);
        assertWrites("00000000", new ErrorResponse(0)::encode);
        assertWrites("", new EmptyResponse()::encode);
    }

    /** Both ways: the bytes decode to what encodes to them, and the record encodes to them. */
    private static void assertRequest(int type, String hex, Request request) {
        assertWrites(hex, out -> RequestCodec.encode(type, request, out));
        Request decoded = RequestCodec.decode(type, Hex.buf(hex));
        assertEquals(request.getClass(), decoded.getClass());
        assertWrites(hex, out -> RequestCodec.encode(type, decoded, out));
    }

    private static void assertWrites(String hex, Consumer<ByteBuf> encode) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(out);
        assertEquals(hex.replaceAll("\\s", ""), Hex.of(out));
    }
}
