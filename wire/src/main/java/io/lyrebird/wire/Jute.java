package io.lyrebird.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The primitives of ZooKeeper's serialization ("jute", binary archive), over buffers.
 *
 * <p>Reading: every length and count is held against the bytes that have really arrived before anything is allocated;
 * what does not fit is a {@link MalformedException}. Apache refuses lengths over jute.maxbuffer plus its extra size as
 * well; here the frame is what is bounded, and no field can be longer than its frame. As in Apache, a length of -1 is
 * null, any other negative length is an error, a vector's count of -1 is null, and any other negative count is an
 * empty vector. Bytes that are no UTF-8 become U+FFFD.
 *
 * <p>Writing: a string is encoded char by char, so that a surrogate pair takes six bytes and not four. That is no
 * valid UTF-8, but it is what Apache's servers and Java client send, log and propose; paths cannot hold surrogates, so
 * only ACL ids, auth schemes and the like can show it.
 */
public final class Jute {
    /** Written in place of the length of a null string or buffer, and of the count of a null vector. */
    public static final int NULL_LENGTH = -1;

    private Jute() {}

    public static int readInt(ByteBuf in) {
        need(in, Integer.BYTES, "an int");
        return in.readInt();
    }

    public static long readLong(ByteBuf in) {
        need(in, Long.BYTES, "a long");
        return in.readLong();
    }

    /** Any byte but 0 is true. */
    public static boolean readBool(ByteBuf in) {
        need(in, 1, "a boolean");
        return in.readByte() != 0;
    }

    /** Null for the length -1. */
    public static String readString(ByteBuf in) {
        int length = readLength(in, "string");
        if (length == NULL_LENGTH) {
            return null;
        }
        int start = in.readerIndex();
        in.skipBytes(length);
        return in.toString(start, length, StandardCharsets.UTF_8);
    }

    /** Null for the length -1. */
    public static byte[] readBuffer(ByteBuf in) {
        int length = readLength(in, "buffer");
        if (length == NULL_LENGTH) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readBytes(bytes);
        return bytes;
    }

    /**
     * The number of elements that follow: -1 for a null vector. A count that cannot be true, given that every element
     * takes at least {@code elementBytesMin} bytes, is refused.
     */
    public static int readVectorCount(ByteBuf in, int elementBytesMin) {
        int count = readInt(in);
        if (count < 0) {
            return count == NULL_LENGTH ? NULL_LENGTH : 0;
        }
        if ((long) count * elementBytesMin > in.readableBytes()) {
            throw new MalformedException("vector of " + count + " elements of at least " + elementBytesMin
                    + " bytes, but " + in.readableBytes() + " bytes remain at offset " + in.readerIndex());
        }
        return count;
    }

    /** Null for the count -1. */
    public static <T> List<T> readVector(ByteBuf in, int elementBytesMin, Function<ByteBuf, T> element) {
        int count = readVectorCount(in, elementBytesMin);
        if (count == NULL_LENGTH) {
            return null;
        }
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.apply(in));
        }
        return list;
    }

    public static List<String> readStrings(ByteBuf in) {
        return readVector(in, Integer.BYTES, Jute::readString);
    }

    public static void writeBool(ByteBuf out, boolean value) {
        out.writeByte(value ? 1 : 0);
    }

    public static void writeString(ByteBuf out, String value) {
        if (value == null) {
            out.writeInt(NULL_LENGTH);
            return;
        }
        int length = encodedLength(value);
        out.ensureWritable(Integer.BYTES + length);
        out.writeInt(length);
        if (length == value.length()) {
            out.writeCharSequence(value, StandardCharsets.US_ASCII);
        } else {
            writeCharByChar(out, value);
        }
    }

    public static void writeBuffer(ByteBuf out, byte[] value) {
        if (value == null) {
            out.writeInt(NULL_LENGTH);
            return;
        }
        out.ensureWritable(Integer.BYTES + value.length);
        out.writeInt(value.length);
        out.writeBytes(value);
    }

    public static <T> void writeVector(ByteBuf out, List<T> list, BiConsumer<ByteBuf, T> element) {
        if (list == null) {
            out.writeInt(NULL_LENGTH);
            return;
        }
        out.writeInt(list.size());
        for (int i = 0; i < list.size(); i++) {
            element.accept(out, list.get(i));
        }
    }

    public static void writeStrings(ByteBuf out, List<String> list) {
        writeVector(out, list, Jute::writeString);
    }

    /** The bytes {@link #writeString} takes. */
    public static int sizeOf(String value) {
        return Integer.BYTES + (value == null ? 0 : encodedLength(value));
    }

    /** The bytes {@link #writeBuffer} takes. */
    public static int sizeOf(byte[] value) {
        return Integer.BYTES + (value == null ? 0 : value.length);
    }

    /** The bytes {@link #writeVector} takes. */
    public static <T> int sizeOf(List<T> list, ToIntFunction<T> elementSize) {
        int size = Integer.BYTES;
        if (list != null) {
            for (int i = 0; i < list.size(); i++) {
                size = Math.addExact(size, elementSize.applyAsInt(list.get(i)));
            }
        }
        return size;
    }

    private static int readLength(ByteBuf in, String what) {
        int length = readInt(in);
        if (length < NULL_LENGTH || length > in.readableBytes()) {
            throw new MalformedException(what + " of " + length + " bytes, but " + in.readableBytes()
                    + " bytes remain at offset " + in.readerIndex());
        }
        return length;
    }

    private static void need(ByteBuf in, int bytes, String what) {
        if (in.readableBytes() < bytes) {
            throw new MalformedException(what + " takes " + bytes + " bytes, but " + in.readableBytes()
                    + " bytes remain at offset " + in.readerIndex());
        }
    }

    private static int encodedLength(String value) {
        int chars = value.length();
        long length = chars;
        for (int i = 0; i < chars; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                length += c < 0x800 ? 1 : 2;
            }
        }
        return Math.toIntExact(length);
    }

    private static void writeCharByChar(ByteBuf out, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < 0x80) {
                out.writeByte(c);
            } else if (c < 0x800) {
                out.writeByte(0xc0 | c >> 6);
                out.writeByte(0x80 | c & 0x3f);
            } else {
                out.writeByte(0xe0 | c >> 12);
                out.writeByte(0x80 | c >> 6 & 0x3f);
                out.writeByte(0x80 | c & 0x3f);
            }
        }
    }
}
