package io.lyrebird.compat.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.txn.CloseSessionTxn;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.MultiTxn;
import io.lyrebird.wire.txn.TxnCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.jute.Record;
import org.apache.zookeeper.server.TxnLogEntry;
import org.apache.zookeeper.server.persistence.Util;
import org.apache.zookeeper.server.util.SerializeUtils;
import org.apache.zookeeper.txn.CheckVersionTxn;
import org.apache.zookeeper.txn.CreateContainerTxn;
import org.apache.zookeeper.txn.CreateSessionTxn;
import org.apache.zookeeper.txn.CreateTTLTxn;
import org.apache.zookeeper.txn.CreateTxnV0;
import org.apache.zookeeper.txn.DeleteTxn;
import org.apache.zookeeper.txn.ErrorTxn;
import org.apache.zookeeper.txn.SetACLTxn;
import org.apache.zookeeper.txn.SetDataTxn;
import org.apache.zookeeper.txn.Txn;
import org.apache.zookeeper.txn.TxnDigest;
import org.apache.zookeeper.txn.TxnHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Txns as Apache writes them to its log and proposes them. */
class TxnsAgainstApacheTest {
    private static final int ROUNDS = 300;

    private static final Map<Integer, Class<? extends Record>> IN_MULTI = new LinkedHashMap<>();
    private static final Map<Integer, Class<? extends Record>> ALONE = new LinkedHashMap<>();

    static {
        IN_MULTI.put(OpCode.CREATE, org.apache.zookeeper.txn.CreateTxn.class);
        IN_MULTI.put(OpCode.CREATE2, org.apache.zookeeper.txn.CreateTxn.class);
        IN_MULTI.put(OpCode.CREATE_TTL, CreateTTLTxn.class);
        IN_MULTI.put(OpCode.CREATE_CONTAINER, CreateContainerTxn.class);
        IN_MULTI.put(OpCode.DELETE, DeleteTxn.class);
        IN_MULTI.put(OpCode.DELETE_CONTAINER, DeleteTxn.class);
        IN_MULTI.put(OpCode.SET_DATA, SetDataTxn.class);
        IN_MULTI.put(OpCode.ERROR, ErrorTxn.class);
        ALONE.putAll(IN_MULTI);
        IN_MULTI.put(OpCode.CHECK, CheckVersionTxn.class);
        ALONE.put(OpCode.RECONFIG, SetDataTxn.class);
        ALONE.put(OpCode.SET_ACL, SetACLTxn.class);
        ALONE.put(OpCode.CREATE_SESSION, CreateSessionTxn.class);
    }

    static Stream<Integer> types() {
        return ALONE.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void aTxnIsTheSameBytes(int type) throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            ApacheRecords random = new ApacheRecords(seed);
            Record body = random.random(ALONE.get(type));
            LoggedTxn ours = check(type, body, random);
            assertTrue(SameFields.same(ours.txn(), body), "seed " + seed + ": " + body + " is not " + ours.txn());
        }
    }

    @Test
    void aCloseSessionIsTheSameBytesWithAndWithoutABody() throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            ApacheRecords random = new ApacheRecords(seed);
            List<String> paths = new ArrayList<>();
            for (int i = random.below(4); i > 0; i--) {
                paths.add("/" + random.aString());
            }
            var body = new org.apache.zookeeper.txn.CloseSessionTxn(paths);
            LoggedTxn ours = check(OpCode.CLOSE_SESSION, body, random);
            assertEquals(new CloseSessionTxn(paths), ours.txn());

            byte[] bytes = Util.marshallTxnEntry(header(OpCode.CLOSE_SESSION, random), null, null);
            ours = TxnCodec.decode(bytes);
            assertFalse(((CloseSessionTxn) ours.txn()).hasPaths());
            assertArrayEquals(bytes, TxnCodec.encode(ours.header(), ours.txn(), null));
            assertNull(SerializeUtils.deserializeTxn(bytes).getTxn());
        }
    }

    /** What Apache logs with closeSessionTxn.enabled=false, and cannot read any more once that is switched on again. */
    @Test
    void aCloseSessionWithADigestAndNoBodyIsRead() throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            ApacheRecords random = new ApacheRecords(seed);
            TxnDigest digest = new TxnDigest(2, random.aLong());
            byte[] bytes = Util.marshallTxnEntry(header(OpCode.CLOSE_SESSION, random), null, digest);
            LoggedTxn ours = TxnCodec.decode(bytes);
            assertFalse(((CloseSessionTxn) ours.txn()).hasPaths());
            assertTrue(SameFields.same(ours.digest(), digest));
            assertArrayEquals(bytes, TxnCodec.encode(ours.header(), ours.txn(), ours.digest()));
        }
    }

    @Test
    void aMultiIsTheSameBytes() throws IOException {
        List<Integer> types = new ArrayList<>(IN_MULTI.keySet());
        for (int seed = 0; seed < 10 * ROUNDS; seed++) {
            ApacheRecords random = new ApacheRecords(seed);
            List<Record> bodies = new ArrayList<>();
            List<Txn> txns = new ArrayList<>();
            for (int i = random.below(5); i > 0; i--) {
                int type = types.get(random.below(types.size()));
                Record body = random.random(IN_MULTI.get(type));
                bodies.add(body);
                txns.add(new Txn(type, ApacheRecords.write(body)));
            }
            LoggedTxn ours = check(OpCode.MULTI, new org.apache.zookeeper.txn.MultiTxn(txns), random);
            List<MultiTxn.SubTxn> subTxns = ((MultiTxn) ours.txn()).txns();
            assertEquals(txns.size(), subTxns.size());
            for (int i = 0; i < txns.size(); i++) {
                assertEquals(txns.get(i).getType(), subTxns.get(i).type());
                assertTrue(SameFields.same(subTxns.get(i).txn(), bodies.get(i)), "seed " + seed);
            }
        }
    }

    @Test
    void aCreateOfA33LogIsReadAlike() throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            ApacheRecords random = new ApacheRecords(seed);
            byte[] bytes = Util.marshallTxnEntry(header(OpCode.CREATE, random), random.random(CreateTxnV0.class), null);
            CreateTxn ours = (CreateTxn) TxnCodec.decode(bytes).txn();
            assertTrue(
                    SameFields.same(ours, SerializeUtils.deserializeTxn(bytes).getTxn()), "seed " + seed);
            assertEquals(CreateTxn.PARENT_CVERSION_UNKNOWN, ours.parentCVersion());
        }
    }

    /** Writes with Apache, reads and writes with ours, reads and writes with Apache again. */
    private static LoggedTxn check(int type, Record body, ApacheRecords random) throws IOException {
        TxnHeader header = header(type, random);
        TxnDigest digest = random.below(2) == 0 ? null : random.random(TxnDigest.class);
        byte[] bytes = Util.marshallTxnEntry(header, body, digest);

        LoggedTxn ours = TxnCodec.decode(bytes);
        assertTrue(SameFields.same(ours.header(), header));
        assertTrue(SameFields.same(TxnCodec.decodeHeader(bytes), header));
        assertTrue(SameFields.same(ours.digest(), digest));
        byte[] written = TxnCodec.encode(ours.header(), ours.txn(), ours.digest());
        assertArrayEquals(bytes, written);

        TxnLogEntry entry = SerializeUtils.deserializeTxn(written);
        assertArrayEquals(bytes, Util.marshallTxnEntry(entry.getHeader(), entry.getTxn(), entry.getDigest()));
        return ours;
    }

    private static TxnHeader header(int type, ApacheRecords random) {
        return new TxnHeader(random.aLong(), random.anInt(), random.aLong(), random.aLong(), type);
    }
}
