package io.lyrebird.wire.txn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lyrebird.wire.Hex;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.OpCode;
import java.util.List;
import org.junit.jupiter.api.Test;

class TxnCodecTest {
    private static final String HEADER = "0100000000000001 00000005 0000000200000003 0000018000000000";
    private static final String DIGEST = "00000002 1122334455667788";
    private static final String CREATE_V0 =
            "00000002 2f61 00000001 07" + "00000001 0000001f 00000005 776f726c64 00000006 616e796f6e65 01";

    @Test
    void aCreateWithItsDigest() {
        CreateTxn txn = new CreateTxn("/a", new byte[] {7}, Acl.OPEN_ACL_UNSAFE, true, 3);
        TxnDigest digest = new TxnDigest(2, 0x1122334455667788L);
        assertTxn(OpCode.CREATE, CREATE_V0 + "00000003" + DIGEST, txn, digest);
        assertTxn(OpCode.CREATE2, CREATE_V0 + "00000003", txn, null);
    }

    @Test
    void otherTxns() {
        assertTxn(
                OpCode.CREATE_TTL,
                "00000002 2f61 ffffffff 00000000 00000004 00000000000003e8",
                new CreateTtlTxn("/a", null, List.of(), 4, 1000),
                null);
        assertTxn(
                OpCode.CREATE_CONTAINER,
                "00000002 2f61 00000000 ffffffff 00000004",
                new CreateContainerTxn("/a", new byte[0], null, 4),
                null);
        assertTxn(OpCode.DELETE, "00000002 2f61", new DeleteTxn("/a"), null);
        assertTxn(OpCode.DELETE_CONTAINER, "00000002 2f61", new DeleteTxn("/a"), null);
        assertTxn(OpCode.SET_DATA, "00000002 2f61 00000001 07 00000002", new SetDataTxn("/a", new byte[] {7}, 2), null);
        assertTxn(
                OpCode.RECONFIG, "00000002 2f61 00000001 07 ffffffff", new SetDataTxn("/a", new byte[] {7}, -1), null);
        assertTxn(
                OpCode.SET_ACL,
                "00000002 2f61 00000001 00000001 00000005 776f726c64 00000006 616e796f6e65 00000009",
                new SetAclTxn("/a", Acl.READ_ACL_UNSAFE, 9),
                null);
        assertTxn(OpCode.CREATE_SESSION, "00007530", new CreateSessionTxn(30_000), null);
        assertTxn(OpCode.ERROR, "ffffff9b", new ErrorTxn(-101), null);
    }

    @Test
    void aMultiHoldsEachTxnAsATypeAndABuffer() {
        assertTxn(
                OpCode.MULTI,
                "00000003"
                        + "0000000d 0000000a 00000002 2f61 00000001"
                        + "00000002 00000006 00000002 2f62"
                        + "ffffffff 00000004 fffffffe"
                        + DIGEST,
                new MultiTxn(List.of(
                        new MultiTxn.SubTxn(OpCode.CHECK, new CheckVersionTxn("/a", 1)),
                        new MultiTxn.SubTxn(OpCode.DELETE, new DeleteTxn("/b")),
                        new MultiTxn.SubTxn(OpCode.ERROR, new ErrorTxn(-2)))),
                new TxnDigest(2, 0x1122334455667788L));
    }

    @Test
    void aCreateFromA33LogHasNoChildVersionOfItsParent() {
        LoggedTxn logged = TxnCodec.decode(bytes(OpCode.CREATE, CREATE_V0));
        CreateTxn txn = (CreateTxn) logged.txn();
        assertEquals("/a", txn.path());
        assertEquals(true, txn.ephemeral());
        assertEquals(CreateTxn.PARENT_CVERSION_UNKNOWN, txn.parentCVersion());
        assertNull(logged.digest());
        assertThrows(MalformedException.class, () -> TxnCodec.decode(bytes(OpCode.CREATE2, CREATE_V0)));
    }

    @Test
    void aCloseSessionListsWhatToDelete() {
        assertTxn(
                OpCode.CLOSE_SESSION,
                "00000002 00000002 2f61 00000002 2f62" + DIGEST,
                new CloseSessionTxn(List.of("/a", "/b")),
                new TxnDigest(2, 0x1122334455667788L));
        assertTxn(OpCode.CLOSE_SESSION, "00000000", new CloseSessionTxn(List.of()), null);
    }

    @Test
    void aCloseSessionMayHaveNoBody() {
        assertTxn(OpCode.CLOSE_SESSION, "", CloseSessionTxn.WITHOUT_PATHS, null);
        LoggedTxn logged = TxnCodec.decode(bytes(OpCode.CLOSE_SESSION, ""));
        assertFalse(((CloseSessionTxn) logged.txn()).hasPaths());
    }

    @Test
    void aCloseSessionWithoutABodyMayHaveADigest() {
        TxnDigest digest = new TxnDigest(2, 0x1122334455667788L);
        assertTxn(OpCode.CLOSE_SESSION, DIGEST, CloseSessionTxn.WITHOUT_PATHS, digest);
        LoggedTxn logged = TxnCodec.decode(bytes(OpCode.CLOSE_SESSION, DIGEST));
        assertSame(CloseSessionTxn.WITHOUT_PATHS, logged.txn());
        assertEquals(digest, logged.digest());
        assertTxn(
                OpCode.CLOSE_SESSION, "00000002 ffffffffffffffff", CloseSessionTxn.WITHOUT_PATHS, new TxnDigest(2, -1));
    }

    @Test
    void bytesAfterTheDigestAreLeftToLaterVersions() {
        LoggedTxn logged = TxnCodec.decode(bytes(OpCode.DELETE, "00000002 2f61" + DIGEST + "beef"));
        assertEquals(new DeleteTxn("/a"), logged.txn());
        assertEquals(new TxnDigest(2, 0x1122334455667788L), logged.digest());
    }

    @Test
    void theHeaderCanBeReadAlone() {
        TxnHeader header = new TxnHeader(0x0100000000000001L, 5, 0x200000003L, 0x18000000000L, OpCode.DELETE);
        assertEquals(header, TxnCodec.decodeHeader(bytes(OpCode.DELETE, "ffff")));
        assertThrows(MalformedException.class, () -> TxnCodec.decodeHeader(new byte[TxnHeader.BYTES - 1]));
    }

    @Test
    void aTypeThatNoTxnHasIsMalformedAndTheMessageNamesTheTxn() {
        MalformedException e = assertThrows(MalformedException.class, () -> TxnCodec.decode(bytes(OpCode.PING, "")));
        assertEquals("ping txn 0x200000003: no txn has the type 11", e.getMessage());
        assertThrows(MalformedException.class, () -> TxnCodec.decode(bytes(OpCode.CHECK, "00000002 2f61 00000000")));
    }

    @Test
    void aMultiInsideAMultiIsMalformed() {
        String inner = "0000000e 00000004 00000000";
        assertThrows(MalformedException.class, () -> TxnCodec.decode(bytes(OpCode.MULTI, "00000001" + inner)));
        assertThrows(IllegalStateException.class, () -> new MultiTxn.SubTxn(OpCode.MULTI, new MultiTxn(List.of())));
    }

    @Test
    void aTxnInAMultiMustFitItsBuffer() {
        assertThrows(
                MalformedException.class,
                () -> TxnCodec.decode(bytes(OpCode.MULTI, "00000001 00000002 00000005 00000002 2f61")));
        assertThrows(
                MalformedException.class, () -> TxnCodec.decode(bytes(OpCode.MULTI, "00000001 00000002 ffffffff")));
        assertThrows(MalformedException.class, () -> TxnCodec.decode(bytes(OpCode.MULTI, "ffffffff")));
    }

    @Test
    void aBodyThatDoesNotFitTheTypeIsNotWritten() {
        TxnHeader header = new TxnHeader(1, 2, 3, 4, OpCode.CREATE);
        assertThrows(IllegalStateException.class, () -> TxnCodec.encode(header, new DeleteTxn("/a"), null));
        assertThrows(IllegalStateException.class, () -> new MultiTxn.SubTxn(OpCode.CREATE, new DeleteTxn("/a")));
    }

    private static byte[] bytes(int type, String body) {
        return Hex.bytes(HEADER + String.format("%08x", type) + body);
    }

    /** Both ways: the record encodes to these bytes, and they decode to what encodes to them. */
    private static void assertTxn(int type, String body, Txn txn, TxnDigest digest) {
        byte[] expected = bytes(type, body);
        TxnHeader header = new TxnHeader(0x0100000000000001L, 5, 0x200000003L, 0x18000000000L, type);
        assertArrayEquals(expected, TxnCodec.encode(header, txn, digest));
        LoggedTxn decoded = TxnCodec.decode(expected);
        assertEquals(header, decoded.header());
        assertEquals(digest, decoded.digest());
        assertEquals(txn.getClass(), decoded.txn().getClass());
        assertArrayEquals(expected, TxnCodec.encode(decoded.header(), decoded.txn(), decoded.digest()));
    }
}
