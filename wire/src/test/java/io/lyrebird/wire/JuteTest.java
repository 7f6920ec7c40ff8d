package io.lyrebird.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JuteTest {
    @Test
    void aStringIsItsLengthAndItsBytes() {
        assertEquals("00000002 2f61", written("/a"));
        assertEquals("00000000", written(""));
        assertEquals("ffffffff", written(null));
    }

    @Test
    void charactersOutsideAsciiTakeTwoOrThreeBytes() {
        assertEquals("00000003 61c3a9", written("aé"));
        assertEquals("00000002 dfbf", written("\u07ff"));
        assertEquals("00000003 e0a080", written("\u0800"));
        assertEquals("00000003 efbfbf", written("\uffff"));
        assertEquals("00000001 00", written("\0"));
    }

    /** Apache's BinaryOutputArchive encodes each half of a pair on its own. */
    @Test
    void aSurrogatePairTakesSixBytesAsInApache() {
        assertEquals("00000006 eda0bdedb880", written("\ud83d\ude00"));
        assertEquals("00000003 eda0bd", written("\ud83d"));
    }

    @Test
    void realUtf8OfFourBytesIsRead() {
        assertEquals("\ud83d\ude00", Jute.readString(Hex.buf("00000004 f09f9880")));
    }

    @Test
    void bytesThatAreNoUtf8BecomeReplacementCharacters() {
        assertEquals("a\ufffdb", Jute.readString(Hex.buf("00000003 61ff62")));
        assertEquals("\ufffd", Jute.readString(Hex.buf("00000003 eda0bd")));
    }

    @Test
    void anyBytesReadAsTheJdkReadsThemFromHeapAndDirectBuffers() {
        Random random = new Random(7);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(30)];
            random.nextBytes(bytes);
            String expected = new String(bytes, StandardCharsets.UTF_8);
            ByteBuf heap = Unpooled.buffer();
            Jute.writeBuffer(heap, bytes);
            ByteBuf direct = Unpooled.directBuffer().writeBytes(heap.duplicate());
            assertEquals(expected, Jute.readString(heap));
            assertEquals(expected, Jute.readString(direct));
            direct.release();
        }
    }

    @Test
    void theSizeOfAStringIsWhatItTakes() {
        for (String text : List.of("", "/a", "aé", "\u07ff\u0800\uffff", "\ud83d\ude00")) {
            ByteBuf out = Unpooled.buffer();
            Jute.writeString(out, text);
            assertEquals(out.readableBytes(), Jute.sizeOf(text));
        }
        assertEquals(4, Jute.sizeOf((String) null));
    }

    @Test
    void theLengthMinusOneIsNull() {
        assertNull(Jute.readString(Hex.buf("ffffffff")));
        assertNull(Jute.readBuffer(Hex.buf("ffffffff")));
    }

    @Test
    void otherNegativeLengthsAreMalformed() {
        assertThrows(MalformedException.class, () -> Jute.readString(Hex.buf("fffffffe 61")));
        assertThrows(MalformedException.class, () -> Jute.readBuffer(Hex.buf("80000000 61")));
    }

    @Test
    void aLengthBeyondTheEndIsMalformedAndTheMessageSaysSo() {
        MalformedException e =
                assertThrows(MalformedException.class, () -> Jute.readString(Hex.buf("7fffffff 616263")));
        assertEquals("string of 2147483647 bytes, but 3 bytes remain at offset 4", e.getMessage());
        e = assertThrows(MalformedException.class, () -> Jute.readLong(Hex.buf("00")));
        assertEquals("a long takes 8 bytes, but 1 bytes remain at offset 0", e.getMessage());
    }

    @Test
    void aBufferIsItsLengthAndItsBytes() {
        ByteBuf out = Unpooled.buffer();
        Jute.writeBuffer(out, new byte[] {1, 2});
        Jute.writeBuffer(out, new byte[0]);
        Jute.writeBuffer(out, null);
        assertEquals("00000002 0102 00000000 ffffffff".replace(" ", ""), Hex.of(out));
        assertArrayEquals(new byte[] {1, 2}, Jute.readBuffer(out));
        assertArrayEquals(new byte[0], Jute.readBuffer(out));
        assertNull(Jute.readBuffer(out));
    }

    @Test
    void anyByteButZeroIsTrue() {
        assertTrue(Jute.readBool(Hex.buf("01")));
        assertTrue(Jute.readBool(Hex.buf("80")));
        assertFalse(Jute.readBool(Hex.buf("00")));
    }

    @Test
    void theCountMinusOneIsNullAndOtherNegativeCountsAreEmpty() {
        assertNull(Jute.readStrings(Hex.buf("ffffffff")));
        assertEquals(List.of(), Jute.readStrings(Hex.buf("fffffffe")));
        assertEquals(List.of(), Jute.readStrings(Hex.buf("80000000")));
    }

    @Test
    void aCountThatDoesNotFitIntoWhatIsLeftIsMalformed() {
        assertEquals(2, Jute.readVectorCount(Hex.buf("00000002 0000000000000000"), 4));
        MalformedException e = assertThrows(
                MalformedException.class, () -> Jute.readVectorCount(Hex.buf("00000003 0000000000000000"), 4));
        assertEquals("vector of 3 elements of at least 4 bytes, but 8 bytes remain at offset 4", e.getMessage());
        assertThrows(MalformedException.class, () -> Jute.readVectorCount(Hex.buf("40000001 0000000000000000"), 4));
    }

    private static String written(String text) {
        ByteBuf out = Unpooled.buffer(1);
        Jute.writeString(out, text);
        String hex = Hex.of(out);
        return hex.length() == 8 ? hex : hex.substring(0, 8) + " " + hex.substring(8);
    }
}
