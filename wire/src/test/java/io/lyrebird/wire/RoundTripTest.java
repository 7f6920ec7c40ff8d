package io.lyrebird.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpResult;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.Response;
import io.lyrebird.wire.client.UnknownRequest;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.MultiTxn;
import io.lyrebird.wire.txn.Txn;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RoundTripTest {
    private static final int ROUNDS = 500;

    static Stream<Codec<?>> codecs() {
        return Codec.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void whatWasEncodedDecodesToTheSame(Codec<?> codec) {
        for (int seed = 0; seed < ROUNDS; seed++) {
            roundTrip(codec, seed);
        }
    }

    private static <T> void roundTrip(Codec<T> codec, int seed) {
        T record = codec.sample().apply(new Samples(seed));
        byte[] bytes = codec.encoded(record);
        ByteBuf direct = Unpooled.directBuffer().writeBytes(bytes);
        for (ByteBuf in : List.of(Unpooled.wrappedBuffer(bytes), direct)) {
            T decoded = codec.decode().apply(in);
            assertFalse(in.isReadable(), () -> codec + " leaves bytes unread, seed " + seed);
            assertTrue(same(record, decoded), () -> codec + ", seed " + seed + ": " + record + " became " + decoded);
            assertArrayEquals(bytes, codec.encoded(decoded), () -> codec + ", seed " + seed);
        }
        direct.release();
    }

    @Test
    void everyRecordIsAmongTheSamples() {
        Set<Class<?>> seen = new HashSet<>();
        for (Codec<?> codec : Codec.ALL) {
            for (int seed = 0; seed < ROUNDS; seed++) {
                note(codec.sample().apply(new Samples(seed)), seen);
            }
        }
        Set<Class<?>> expected = new HashSet<>();
        for (Class<?> sealed : List.of(Request.class, Response.class, OpResult.class, Txn.class)) {
            expected.addAll(List.of(sealed.getPermittedSubclasses()));
        }
        expected.remove(UnknownRequest.class);
        expected.removeAll(seen);
        assertEquals(Set.of(), expected);
    }

    private static void note(Object record, Set<Class<?>> seen) {
        seen.add(record.getClass());
        if (record instanceof MultiRequest multi) {
            multi.ops().forEach(op -> note(op.request(), seen));
        } else if (record instanceof MultiResponse multi) {
            multi.results().forEach(result -> note(result, seen));
        } else if (record instanceof LoggedTxn logged) {
            note(logged.txn(), seen);
        } else if (record instanceof MultiTxn multi) {
            multi.txns().forEach(sub -> note(sub.txn(), seen));
        }
    }

    /** Equality that looks into arrays, through records and lists. */
    private static boolean same(Object a, Object b) {
        if (a == null || b == null) {
            return a == b;
        }
        if (a instanceof byte[] left && b instanceof byte[] right) {
            return Arrays.equals(left, right);
        }
        if (a instanceof List<?> left && b instanceof List<?> right) {
            boolean same = left.size() == right.size();
            for (int i = 0; same && i < left.size(); i++) {
                same = same(left.get(i), right.get(i));
            }
            return same;
        }
        if (!a.getClass().isRecord() || a.getClass() != b.getClass()) {
            return a.equals(b);
        }
        for (RecordComponent component : a.getClass().getRecordComponents()) {
            if (!same(valueOf(component, a), valueOf(component, b))) {
                return false;
            }
        }
        return true;
    }

    private static Object valueOf(RecordComponent component, Object record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
