package io.lyrebird.compat.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.Create2Response;
import io.lyrebird.wire.client.CreateResponse;
import io.lyrebird.wire.client.EmptyResponse;
import io.lyrebird.wire.client.ErrorResponse;
import io.lyrebird.wire.client.ExistsResponse;
import io.lyrebird.wire.client.GetAclResponse;
import io.lyrebird.wire.client.GetAllChildrenNumberResponse;
import io.lyrebird.wire.client.GetChildren2Response;
import io.lyrebird.wire.client.GetChildrenResponse;
import io.lyrebird.wire.client.GetDataResponse;
import io.lyrebird.wire.client.GetEphemeralsResponse;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.PingRequest;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.RequestHeader;
import io.lyrebird.wire.client.Response;
import io.lyrebird.wire.client.SaslResponse;
import io.lyrebird.wire.client.SetAclResponse;
import io.lyrebird.wire.client.SetDataResponse;
import io.lyrebird.wire.client.SetWatchesRequest;
import io.lyrebird.wire.client.SyncResponse;
import io.lyrebird.wire.client.UnknownRequest;
import io.lyrebird.wire.client.WatcherEvent;
import io.lyrebird.wire.client.WhoAmIRequest;
import io.lyrebird.wire.client.WhoAmIResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.jute.Record;
import org.apache.zookeeper.DeleteContainerRequest;
import org.apache.zookeeper.proto.AddWatchRequest;
import org.apache.zookeeper.proto.AuthPacket;
import org.apache.zookeeper.proto.CheckVersionRequest;
import org.apache.zookeeper.proto.CheckWatchesRequest;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.CreateTTLRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.ExistsRequest;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.GetAllChildrenNumberRequest;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildrenRequest;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetEphemeralsRequest;
import org.apache.zookeeper.proto.GetSASLRequest;
import org.apache.zookeeper.proto.ReconfigRequest;
import org.apache.zookeeper.proto.RemoveWatchesRequest;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetACLResponse;
import org.apache.zookeeper.proto.SetDataRequest;
import org.apache.zookeeper.proto.SetSASLResponse;
import org.apache.zookeeper.proto.SetWatches;
import org.apache.zookeeper.proto.SetWatches2;
import org.apache.zookeeper.proto.SyncRequest;
import org.apache.zookeeper.txn.CreateSessionTxn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request, response and header: what Apache's classes write is what ours read and write, and the reverse. */
class ClientRecordsAgainstApacheTest {
    private static final int ROUNDS = 300;

    /** One record in both worlds. */
    record Pair<A extends Record, T>(
            String name, Class<A> apaches, Function<ByteBuf, T> decode, BiConsumer<T, ByteBuf> encode) {
        T decoded(byte[] bytes) {
            return decode.apply(Unpooled.wrappedBuffer(bytes));
        }

        byte[] encoded(T ours) {
            return ApacheRecords.written(out -> encode.accept(ours, out));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Pair<?, ?>> pairs() {
        return Stream.of(requests(), responses(), headers()).flatMap(s -> s);
    }

    private static Stream<Pair<?, ?>> requests() {
        return Stream.of(
                request(OpCode.CREATE, CreateRequest.class),
                request(OpCode.CREATE2, CreateRequest.class),
                request(OpCode.CREATE_CONTAINER, CreateRequest.class),
                request(OpCode.CREATE_TTL, CreateTTLRequest.class),
                request(OpCode.DELETE, DeleteRequest.class),
                request(OpCode.EXISTS, ExistsRequest.class),
                request(OpCode.GET_DATA, GetDataRequest.class),
                request(OpCode.SET_DATA, SetDataRequest.class),
                request(OpCode.GET_ACL, GetACLRequest.class),
                request(OpCode.SET_ACL, SetACLRequest.class),
                request(OpCode.GET_CHILDREN, GetChildrenRequest.class),
                request(OpCode.GET_CHILDREN2, GetChildren2Request.class),
                request(OpCode.SYNC, SyncRequest.class),
                request(OpCode.CHECK, CheckVersionRequest.class),
                request(OpCode.RECONFIG, ReconfigRequest.class),
                request(OpCode.CHECK_WATCHES, CheckWatchesRequest.class),
                request(OpCode.REMOVE_WATCHES, RemoveWatchesRequest.class),
                request(OpCode.AUTH, AuthPacket.class),
                request(OpCode.SET_WATCHES, SetWatches.class),
                request(OpCode.SET_WATCHES2, SetWatches2.class),
                request(OpCode.SASL, GetSASLRequest.class),
                request(OpCode.GET_EPHEMERALS, GetEphemeralsRequest.class),
                request(OpCode.GET_ALL_CHILDREN_NUMBER, GetAllChildrenNumberRequest.class),
                request(OpCode.ADD_WATCH, AddWatchRequest.class),
                request(OpCode.CREATE_SESSION, CreateSessionTxn.class));
    }

    private static Stream<Pair<?, ?>> responses() {
        return Stream.of(
                response(org.apache.zookeeper.proto.CreateResponse.class, CreateResponse::decode),
                response(org.apache.zookeeper.proto.Create2Response.class, Create2Response::decode),
                response(org.apache.zookeeper.proto.SetDataResponse.class, SetDataResponse::decode),
                response(org.apache.zookeeper.proto.ExistsResponse.class, ExistsResponse::decode),
                response(SetACLResponse.class, SetAclResponse::decode),
                response(org.apache.zookeeper.proto.GetDataResponse.class, GetDataResponse::decode),
                response(GetACLResponse.class, GetAclResponse::decode),
                response(org.apache.zookeeper.proto.GetChildrenResponse.class, GetChildrenResponse::decode),
                response(org.apache.zookeeper.proto.GetChildren2Response.class, GetChildren2Response::decode),
                response(org.apache.zookeeper.proto.SyncResponse.class, SyncResponse::decode),
                response(org.apache.zookeeper.proto.GetEphemeralsResponse.class, GetEphemeralsResponse::decode),
                response(
                        org.apache.zookeeper.proto.GetAllChildrenNumberResponse.class,
                        GetAllChildrenNumberResponse::decode),
                response(org.apache.zookeeper.proto.WhoAmIResponse.class, WhoAmIResponse::decode),
                response(SetSASLResponse.class, SaslResponse::decode),
                response(org.apache.zookeeper.proto.ErrorResponse.class, ErrorResponse::decode));
    }

    private static Stream<Pair<?, ?>> headers() {
        return Stream.of(
                new Pair<>(
                        "RequestHeader",
                        org.apache.zookeeper.proto.RequestHeader.class,
                        RequestHeader::decode,
                        RequestHeader::encode),
                new Pair<>(
                        "ReplyHeader",
                        org.apache.zookeeper.proto.ReplyHeader.class,
                        ReplyHeader::decode,
                        ReplyHeader::encode),
                new Pair<>(
                        "WatcherEvent",
                        org.apache.zookeeper.proto.WatcherEvent.class,
                        WatcherEvent::decode,
                        WatcherEvent::encode));
    }

    private static Pair<?, ?> request(int type, Class<? extends Record> apaches) {
        return new Pair<>(
                OpCode.name(type),
                apaches,
                in -> RequestCodec.decode(type, in),
                (request, out) -> RequestCodec.encode(type, request, out));
    }

    private static <T extends Response> Pair<?, ?> response(
            Class<? extends Record> apaches, Function<ByteBuf, T> decode) {
        return new Pair<>(apaches.getSimpleName(), apaches, decode, Response::encode);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theSameFieldsAreTheSameBytesBothWays(Pair<?, ?> pair) throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            check(pair, seed);
        }
    }

    private static <A extends Record, T> void check(Pair<A, T> pair, int seed) throws IOException {
        A apaches = new ApacheRecords(seed).random(pair.apaches());
        byte[] bytes = ApacheRecords.write(apaches);
        T ours = pair.decoded(bytes);
        if (apaches instanceof SetWatches old) {
            assertSameWatches(old, (SetWatchesRequest) ours);
        } else {
            assertTrue(SameFields.same(ours, apaches), () -> "seed " + seed + ": " + apaches + " is not " + ours);
        }
        byte[] written = pair.encoded(ours);
        assertArrayEquals(bytes, written, () -> "seed " + seed);
        assertArrayEquals(
                bytes, ApacheRecords.write(ApacheRecords.read(pair.apaches(), written)), () -> "seed " + seed);
    }

    private static void assertSameWatches(SetWatches apaches, SetWatchesRequest ours) {
        assertEquals(apaches.getRelativeZxid(), ours.relativeZxid());
        assertEquals(apaches.getDataWatches(), ours.dataWatches());
        assertEquals(apaches.getExistWatches(), ours.existWatches());
        assertEquals(apaches.getChildWatches(), ours.childWatches());
        assertEquals(List.of(), ours.persistentWatches());
        assertEquals(List.of(), ours.persistentRecursiveWatches());
    }

    /** Null lists, negative counts, lengths beyond the end, bytes that are no UTF-8: refused by both or read alike. */
    @ParameterizedTest
    @MethodSource("pairs")
    void damagedBytesMeanTheSameToBoth(Pair<?, ?> pair) {
        Random random = new Random(11);
        for (int seed = 0; seed < ROUNDS; seed++) {
            byte[] bytes = ApacheRecords.write(new ApacheRecords(seed).random(pair.apaches()));
            checkDamaged(pair, damaged(bytes, random), seed);
        }
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        if (random.nextInt(4) == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
        }
        for (int i = random.nextInt(4); i >= 0; i--) {
            int[] likely = {0, 1, 0x7f, 0x80, 0xff, random.nextInt(256)};
            bytes[random.nextInt(bytes.length)] = (byte) likely[random.nextInt(likely.length)];
        }
        return bytes;
    }

    private static <A extends Record, T> void checkDamaged(Pair<A, T> pair, byte[] bytes, int seed) {
        byte[] apaches;
        try {
            apaches = ApacheRecords.write(ApacheRecords.read(pair.apaches(), bytes));
        } catch (IOException e) {
            apaches = null;
        }
        byte[] ours;
        try {
            ours = pair.encoded(pair.decoded(bytes));
        } catch (MalformedException e) {
            ours = null;
        }
        assertArrayEquals(apaches, ours, () -> pair + ", seed " + seed + ": " + Arrays.toString(bytes));
    }

    @Test
    void deleteContainerIsAPath() {
        for (int seed = 0; seed < ROUNDS; seed++) {
            String path = new ApacheRecords(seed).aString();
            byte[] bytes = ApacheRecords.write(new DeleteContainerRequest(path));
            var ours = RequestCodec.decode(OpCode.DELETE_CONTAINER, Unpooled.wrappedBuffer(bytes));
            assertEquals(new io.lyrebird.wire.client.DeleteContainerRequest(path), ours);
            assertArrayEquals(bytes, ApacheRecords.written(ours::encode));
        }
    }

    /** What has no body has nothing to compare; multis are compared in a test of their own. */
    @Test
    void noRequestOrResponseIsLeftOut() {
        Set<Class<?>> left = new HashSet<>();
        left.addAll(List.of(Request.class.getPermittedSubclasses()));
        left.addAll(List.of(Response.class.getPermittedSubclasses()));
        left.removeAll(List.of(PingRequest.class, WhoAmIRequest.class, CloseSessionRequest.class));
        left.removeAll(List.of(EmptyResponse.class, UnknownRequest.class));
        left.removeAll(List.of(MultiRequest.class, MultiResponse.class));
        left.remove(io.lyrebird.wire.client.DeleteContainerRequest.class);
        pairs().forEach(pair -> {
            byte[] bytes = ApacheRecords.write(new ApacheRecords(0).random(pair.apaches()));
            left.remove(pair.decoded(bytes).getClass());
        });
        assertEquals(Set.of(), left);
    }
}
