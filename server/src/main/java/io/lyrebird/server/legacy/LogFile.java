package io.lyrebird.server.legacy;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.zip.Adler32;

/**
 * One of Apache's logs, read from its beginning (FileTxnLog): a header, then for each txn its checksum, its length, its bytes
 * and an end mark. Zeros that were written ahead to make room end it.
 *
 * <p>A crash can leave an incomplete txn at the end, which was never acknowledged: then the file ends before it, as for
 * Apache. What no crash explains is damage, which Apache does not always notice: a txn that is whole but not what its
 * checksum says, one with something else in place of its end mark, one that is whole but for its length.
 */
final class LogFile implements Closeable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int ENTRY_HEAD_BYTES = Long.BYTES + Integer.BYTES;
    private static final byte END_MARK = 'B';

    private final ZxidFile file;
    private final int txnBytesMax;
    private final long fileBytes;
    private final DataInputStream in;
    private final Notices notices;
    private final Adler32 checksum = new Adler32();
    private long offset;
    private long lastZxid;
    private boolean ended;

    /** @param txnBytesMax no txn that Apache has written is longer: jute.maxbuffer and its extra size */
    LogFile(ZxidFile file, int txnBytesMax, Notices notices) throws IOException {
        this.file = file;
        this.txnBytesMax = txnBytesMax;
        this.notices = notices;
        fileBytes = Files.size(file.path());
        in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file.path()), BUFFER_BYTES));
        try {
            readHeader();
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private void readHeader() throws IOException {
        if (fileBytes < Formats.HEADER_BYTES) {
            notices.warn("The log " + file + " is empty, as after a crash right after its creation");
            ended = true;
            return;
        }
        int magic = in.readInt();
        in.skipNBytes(Formats.HEADER_BYTES - Integer.BYTES);
        offset = Formats.HEADER_BYTES;
        if (magic != Formats.LOG_MAGIC) {
            throw new ApacheDataException("The log " + file + " is damaged: it does not begin as a log does. "
                    + "Put back a copy of it, or take over the data of another server of the ensemble");
        }
    }

    /** The next txn, or null at the end. */
    LoggedTxn next() throws IOException {
        if (ended || fileBytes - offset < ENTRY_HEAD_BYTES) {
            ended = true;
            return null;
        }
        long sealed = in.readLong();
        int length = in.readInt();
        if (length == 0 && sealed == 0) {
            return endOfTxns();
        }
        if (length < 0) {
            throw damaged("a txn of " + length + " bytes", null);
        }
        long available = fileBytes - offset - ENTRY_HEAD_BYTES;
        if (length >= available && length > txnBytesMax) {
            throw damaged("a txn of " + length + " bytes (over jute.maxbuffer and its extra size)", null);
        }
        if (length == 0 || length >= available) {
            return incomplete(sealed);
        }
        byte[] bytes = in.readNBytes(length);
        byte mark = in.readByte();
        if (mark == 0) {
            return incomplete(sealed);
        }
        checksum.reset();
        checksum.update(bytes);
        if (mark != END_MARK || checksum.getValue() != sealed) {
            throw damaged("a txn that does not match its checksum", null);
        }
        LoggedTxn txn = decode(bytes);
        offset += ENTRY_HEAD_BYTES + length + 1L;
        lastZxid = txn.header().zxid();
        return txn;
    }

    /** The zeros that were written ahead. */
    private LoggedTxn endOfTxns() throws IOException {
        ended = true;
        byte[] chunk = new byte[BUFFER_BYTES];
        for (int count = in.read(chunk); count > 0; count = in.read(chunk)) {
            for (int i = 0; i < count; i++) {
                if (chunk[i] != 0) {
                    notices.warn("The log " + file + " ends at offset " + offset + ", but something was written behind"
                            + " that, as when the machine lost power: it is left out, as by Apache");
                    return null;
                }
            }
        }
        return null;
    }

    private LoggedTxn incomplete(long sealed) throws IOException {
        if (isWholeButForItsLength(sealed)) {
            throw damaged("a txn whose length is wrong", null);
        }
        notices.warn("The log " + file + " ends with an incomplete txn at offset " + offset
                + ", as after a crash: it was never acknowledged and is left out");
        ended = true;
        return null;
    }

    /** Whether what follows gives the checksum at some length, and ends there as a txn does. */
    private boolean isWholeButForItsLength(long sealed) throws IOException {
        try (InputStream again = new BufferedInputStream(Files.newInputStream(file.path()), BUFFER_BYTES)) {
            again.skipNBytes(offset + ENTRY_HEAD_BYTES);
            checksum.reset();
            for (int length = 0; length < txnBytesMax; length++) {
                int next = again.read();
                if (next < 0) {
                    return false;
                }
                if (next == END_MARK && length > 0 && checksum.getValue() == sealed) {
                    return true;
                }
                checksum.update(next);
            }
            return false;
        }
    }

    private LoggedTxn decode(byte[] bytes) throws ApacheDataException {
        try {
            return TxnCodec.decode(bytes);
        } catch (MalformedException e) {
            throw damaged("something that is no txn (" + e.getMessage() + ")", e);
        }
    }

    private ApacheDataException damaged(String found, MalformedException cause) {
        String after = lastZxid == 0 ? "at its beginning" : "after zxid 0x" + Long.toHexString(lastZxid);
        return new ApacheDataException(
                "The log " + file + " is damaged: " + after + ", at offset " + offset + ", there is " + found
                        + ". Put back a copy of it, or take over the data of another server of the ensemble. To do without"
                        + " this txn and all after it, cut the file off there (truncate -s " + offset + " " + file
                        + ")",
                cause);
    }

    /** Where the next txn begins, and how long the file is. */
    long offset() {
        return offset;
    }

    long fileBytes() {
        return fileBytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
