package io.lyrebird.compat.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.RequestCodec;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.jute.Record;
import org.apache.zookeeper.MultiOperationRecord;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetChildrenResponse;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.MultiHeader;
import org.apache.zookeeper.proto.SetDataRequest;
import org.junit.jupiter.api.Test;

class MultiAgainstApacheTest {
    private static final int ROUNDS = 20_000;

    /** Any operations with any flags: Apache's decoder and ours refuse the same and make the same of the rest. */
    @Test
    void aMultiMeansTheSameToBoth() {
        int accepted = 0;
        for (int seed = 0; seed < ROUNDS; seed++) {
            byte[] bytes = randomMulti(new ApacheRecords(seed));
            MultiOperationRecord apaches = readByApache(bytes);
            MultiRequest ours = readByUs(bytes);
            assertEquals(apaches == null, ours == null, "refused by one of both, seed " + seed);
            if (ours != null) {
                accepted++;
                assertSameOps(apaches, ours, seed);
                assertArrayEquals(ApacheRecords.write(apaches), ApacheRecords.written(ours::encode), "seed " + seed);
            }
        }
        assertTrue(accepted > ROUNDS / 10 && accepted < ROUNDS * 9 / 10, accepted + " were accepted");
    }

    private static void assertSameOps(MultiOperationRecord apaches, MultiRequest ours, int seed) {
        assertEquals(apaches.size(), ours.ops().size(), "seed " + seed);
        int i = 0;
        for (Op op : apaches) {
            MultiRequest.Op our = ours.ops().get(i++);
            assertEquals(op.getType(), our.type(), "seed " + seed);
            assertTrue(SameFields.same(our.request(), op.toRequestRecord()), "seed " + seed);
        }
    }

    private static byte[] randomMulti(ApacheRecords random) {
        boolean reads = random.below(4) == 0;
        List<Record> records = new ArrayList<>();
        for (int i = random.below(4); i > 0; i--) {
            boolean stray = random.below(20) == 0;
            addOp(records, reads != stray, random);
        }
        records.add(new MultiHeader(-1, true, -1));
        return ApacheRecords.write(records.toArray(new Record[0]));
    }

    private static void addOp(List<Record> records, boolean read, ApacheRecords random) {
        int[] types = read
                ? new int[] {OpCode.GET_CHILDREN, OpCode.GET_DATA}
                : new int[] {
                    OpCode.CREATE,
                    OpCode.CREATE2,
                    OpCode.CREATE_CONTAINER,
                    OpCode.CREATE_TTL,
                    OpCode.DELETE,
                    OpCode.SET_DATA,
                    OpCode.CHECK
                };
        int type = random.below(40) == 0 ? OpCode.EXISTS : types[random.below(types.length)];
        records.add(new MultiHeader(type, false, -1));
        records.add(body(type, random));
    }

    private static Record body(int type, ApacheRecords random) {
        switch (type) {
            case OpCode.CREATE_TTL -> {
                CreateTTLRequest request = random.random(CreateTTLRequest.class);
                request.setFlags(random.below(10) - 1);
                return request;
            }
            case OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER -> {
                CreateRequest request = random.random(CreateRequest.class);
                request.setFlags(random.below(5) == 0 ? random.below(10) - 1 : random.below(5));
                return request;
            }
            default -> {
                return random.random(bodyClass(type));
            }
        }
    }

    private static Class<? extends Record> bodyClass(int type) {
        return switch (type) {
            case OpCode.DELETE -> DeleteRequest.class;
            case OpCode.SET_DATA -> SetDataRequest.class;
            case OpCode.CHECK -> CheckVersionRequest.class;
            case OpCode.GET_CHILDREN -> GetChildrenRequest.class;
            case OpCode.GET_DATA -> GetDataRequest.class;
            default -> ExistsRequest.class;
        };
    }

    /** Null if it refuses: with an IOException, or a NullPointerException, which its server answers no differently. */
    private static MultiOperationRecord readByApache(byte[] bytes) {
        try {
            return ApacheRecords.read(MultiOperationRecord.class, bytes);
        } catch (IOException | NullPointerException e) {
            return null;
        }
    }

    private static MultiRequest readByUs(byte[] bytes) {
        try {
            return (MultiRequest) RequestCodec.decode(OpCode.MULTI, Unpooled.wrappedBuffer(bytes));
        } catch (MalformedException e) {
            return null;
        }
    }

    @Test
    void theResultsOfAMultiAreTheSameBytes() throws IOException {
        for (int seed = 0; seed < 2000; seed++) {
            ApacheRecords random = new ApacheRecords(seed);
            var apaches = new org.apache.zookeeper.MultiResponse();
            for (int i = random.below(6); i > 0; i--) {
                apaches.add(result(random));
            }
            byte[] bytes = ApacheRecords.write(apaches);
            MultiResponse ours = MultiResponse.decode(Unpooled.wrappedBuffer(bytes));
            for (int i = 0; i < apaches.size(); i++) {
                assertEquals(
                        apaches.getResultList().get(i).getType(),
                        ours.results().get(i).type());
            }
            byte[] written = ApacheRecords.written(ours::encode);
            assertArrayEquals(bytes, written, "seed " + seed);
            assertArrayEquals(
                    bytes, ApacheRecords.write(ApacheRecords.read(org.apache.zookeeper.MultiResponse.class, written)));
        }
    }

    private static OpResult result(ApacheRecords random) {
        return switch (random.below(8)) {
            case 0 -> new OpResult.CreateResult(random.aString());
            case 1 -> new OpResult.CreateResult(random.aString(), random.random(Stat.class));
            case 2 -> new OpResult.DeleteResult();
            case 3 -> new OpResult.CheckResult();
            case 4 -> new OpResult.SetDataResult(random.random(Stat.class));
            case 5 ->
                new OpResult.GetChildrenResult(
                        random.random(GetChildrenResponse.class).getChildren());
            case 6 -> new OpResult.GetDataResult(random.bytes(), random.random(Stat.class));
            default -> new OpResult.ErrorResult(random.anInt());
        };
    }
}
