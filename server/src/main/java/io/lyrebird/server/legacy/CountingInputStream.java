package io.lyrebird.server.legacy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Knows how much of a file has been read, below whatever unpacks it. */
final class CountingInputStream extends FilterInputStream {
    private long count;

    CountingInputStream(InputStream in) {
        super(in);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count += value < 0 ? 0 : 1;
        return value;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        count += Math.max(0, read);
        return read;
    }
}
