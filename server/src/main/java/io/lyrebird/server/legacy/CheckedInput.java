package io.lyrebird.server.legacy;

import io.lyrebird.wire.MalformedException;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Adler32;

/**
 * The primitives of jute over a stream, with Apache's checksum over everything that has been read. A length that the file
 * claims never allocates more than the file has given so far.
 */
final class CheckedInput implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int NULL_LENGTH = -1;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final Adler32 checksum = new Adler32();
    private int position;
    private int limit;
    /** Up to here the buffer is in the checksum. */
    private int checkedTo;

    /** Something else may follow in the stream: no byte is taken before it is asked for. */
    private final boolean exact;

    CheckedInput(InputStream in) {
        this(in, false);
    }

    private CheckedInput(InputStream in, boolean exact) {
        this.in = in;
        this.exact = exact;
    }

    /** Of a stream that goes on behind what is read. */
    static CheckedInput exactly(InputStream in) {
        return new CheckedInput(in, true);
    }

    int readInt() throws IOException {
        need(Integer.BYTES);
        int value = (buffer[position] & 0xff) << 24
                | (buffer[position + 1] & 0xff) << 16
                | (buffer[position + 2] & 0xff) << 8
                | buffer[position + 3] & 0xff;
        position += Integer.BYTES;
        return value;
    }

    long readLong() throws IOException {
        return (long) readInt() << 32 | readInt() & 0xffff_ffffL;
    }

    /** Null for the length -1. */
    byte[] readBuffer() throws IOException {
        return readBuffer(0);
    }

    /**
     * Null for the length -1.
     *
     * @param following bytes that come behind it for certain: they may be taken from the stream together with it
     */
    byte[] readBuffer(int following) throws IOException {
        int length = readInt();
        if (length == NULL_LENGTH) {
            return null;
        }
        if (length < 0) {
            throw new MalformedException("a length of " + length);
        }
        if (length <= BUFFER_BYTES - following) {
            need(length, length + following);
        }
        if (length <= limit - position) {
            byte[] bytes = Arrays.copyOfRange(buffer, position, position + length);
            position += length;
            return bytes;
        }
        return readAcrossBuffers(length);
    }

    /** Null for the length -1. */
    String readString() throws IOException {
        return readString(0);
    }

    /** As {@link #readBuffer(int)}. */
    String readString(int following) throws IOException {
        byte[] bytes = readBuffer(following);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private byte[] readAcrossBuffers(int length) throws IOException {
        byte[] bytes = new byte[Math.min(length, BUFFER_BYTES)];
        int filled = 0;
        while (filled < length) {
            if (position == limit) {
                fill(length - filled);
            }
            if (filled == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * bytes.length));
            }
            int part = Math.min(bytes.length - filled, limit - position);
            System.arraycopy(buffer, position, bytes, filled, part);
            position += part;
            filled += part;
        }
        return bytes;
    }

    /** How many bytes are left, counted up to this many. */
    int remaining(int countMax) throws IOException {
        while (limit - position < countMax) {
            if (!fillIfPossible(countMax - (limit - position))) {
                break;
            }
        }
        return Math.min(countMax, limit - position);
    }

    /** Of everything before the next read. */
    long checksum() {
        updateChecksum();
        return checksum.getValue();
    }

    private void updateChecksum() {
        checksum.update(buffer, checkedTo, position - checkedTo);
        checkedTo = position;
    }

    private void need(int bytes) throws IOException {
        need(bytes, bytes);
    }

    private void need(int bytes, int bytesThere) throws IOException {
        while (limit - position < bytes) {
            fill(bytesThere - (limit - position));
        }
    }

    private void fill(int wanted) throws IOException {
        if (!fillIfPossible(wanted)) {
            throw new EOFException("it ends too early");
        }
    }

    /** Makes more bytes available behind those that are; false if there are no more. */
    private boolean fillIfPossible(int wanted) throws IOException {
        updateChecksum();
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        checkedTo = 0;
        int free = BUFFER_BYTES - limit;
        int count = in.read(buffer, limit, exact ? Math.min(free, wanted) : free);
        if (count <= 0) {
            return false;
        }
        limit += count;
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
