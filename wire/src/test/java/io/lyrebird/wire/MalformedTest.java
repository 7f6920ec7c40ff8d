package io.lyrebird.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every decoder, fed with what it should not be fed with. */
class MalformedTest {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Far less than any hostile length claims, far more than a sample of a few hundred bytes needs. */
    private static final long ALLOCATED_BYTES_MAX = 64 * 1024;

    private static final int[] HOSTILE = {
        Integer.MAX_VALUE,
        Integer.MAX_VALUE - 7,
        0x10000000,
        0x40000000,
        10_000_000,
        Integer.MIN_VALUE,
        -2,
        -1,
        0,
        100_000
    };

    static Stream<Codec<?>> codecs() {
        return Codec.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void aRecordCutShortAtAnyLengthIsMalformed(Codec<?> codec) {
        for (int seed = 0; seed < 100; seed++) {
            byte[] whole = codec.encodedSample(new Samples(seed));
            for (int length = 0; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                if (mayEndHere(codec, whole, length)) {
                    assertFalse(isMalformed(codec, cut), codec + " may be " + length + " bytes, seed " + seed);
                } else {
                    assertThrows(
                            MalformedException.class,
                            () -> codec.decode().apply(Unpooled.wrappedBuffer(cut)),
                            codec + " of " + whole.length + " bytes cut to " + length + ", seed " + seed);
                }
            }
        }
    }

    private static boolean mayEndHere(Codec<?> codec, byte[] whole, int length) {
        if (codec.name().startsWith("closeSession txn")) {
            boolean noBody = length == TxnHeader.BYTES;
            boolean onlyDigest = length == TxnHeader.BYTES + TxnDigest.BYTES
                    && Unpooled.wrappedBuffer(whole).getInt(TxnHeader.BYTES) == TxnDigest.APACHE_VERSION;
            if (noBody || onlyDigest) {
                return true;
            }
        }
        return codec.optionalTails().contains(whole.length - length);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void hostileLengthsAndCountsAllocateNothingOfTheirSize(Codec<?> codec) {
        for (int seed = 0; seed < 20; seed++) {
            byte[] whole = codec.encodedSample(new Samples(seed));
            for (int offset = 0; offset + Integer.BYTES <= whole.length; offset++) {
                for (int hostile : HOSTILE) {
                    ByteBuf in = Unpooled.copiedBuffer(whole).setInt(offset, hostile);
                    survives(codec, in, "seed " + seed + ", " + hostile + " at " + offset);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void garbageIsDecodedOrMalformedAndNothingElse(Codec<?> codec) {
        Random random = new Random(42);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            survives(codec, Unpooled.wrappedBuffer(bytes), "round " + round);
        }
        for (int seed = 0; seed < 500; seed++) {
            byte[] bytes = codec.encodedSample(new Samples(seed));
            for (int i = 0; i < 3 && bytes.length > 0; i++) {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            survives(codec, Unpooled.wrappedBuffer(bytes), "seed " + seed);
        }
    }

    private static void survives(Codec<?> codec, ByteBuf in, String what) {
        long allocated = allocatedBy(codec, in.duplicate(), what);
        if (allocated >= ALLOCATED_BYTES_MAX) {
            // The first to take a path pays for loading its classes; the second does not.
            allocated = allocatedBy(codec, in, what);
        }
        assertTrue(allocated < ALLOCATED_BYTES_MAX, codec + ", " + what + ": allocated " + allocated);
    }

    private static long allocatedBy(Codec<?> codec, ByteBuf in, String what) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            codec.decode().apply(in);
        } catch (MalformedException expected) {
            assertFalse(expected.getMessage().isEmpty());
        } catch (RuntimeException | Error e) {
            fail(codec + ", " + what, e);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    private static boolean isMalformed(Codec<?> codec, byte[] bytes) {
        try {
            codec.decode().apply(Unpooled.wrappedBuffer(bytes));
            return false;
        } catch (MalformedException e) {
            return true;
        }
    }
}
