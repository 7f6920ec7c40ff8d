package io.lyrebird.store.lmdb;

import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreCorruptedException;
import io.lyrebird.store.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.lmdbjava.Cursor;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/** Walks through the table in one reading transaction, and adds up what it finds. */
final class LmdbImageCursor implements ImageCursor {
    private final LmdbEnvironment environment;
    private final Txn<Slot> txn;
    private final Cursor<Slot> cursor;
    private final ImageState state;

    private ImageState found;
    private boolean onRow;
    private ImageEntry current;
    private boolean ended;
    private boolean closed;

    /** Entries with long keys that begin alike, in order. */
    private final Deque<ImageEntry> longOnes = new ArrayDeque<>();

    LmdbImageCursor(LmdbEnvironment environment, Txn<Slot> txn, ImageTable table, ImageState state)
            throws StoreException {
        this.environment = environment;
        this.txn = txn;
        this.state = state;
        this.found = new ImageState(state.table(), state.zxid(), 0, 0);
        try {
            this.cursor = table.dbi().openCursor(txn);
            this.onRow = cursor.first();
        } catch (LmdbException e) {
            throw failed(e);
        }
    }

    @Override
    public long zxid() {
        return state.zxid();
    }

    @Override
    public boolean next() throws StoreException {
        if (ended) {
            return false;
        }
        try {
            current = longOnes.isEmpty() ? nextRow() : longOnes.remove();
        } catch (LmdbException e) {
            throw failed(e);
        }
        if (current == null) {
            checkSum();
            ended = true;
        }
        return current != null;
    }

    private ImageEntry nextRow() throws StoreException {
        if (!onRow) {
            return null;
        }
        if (ImageEntry.isLong(cursor.key())) {
            gatherLongOnes();
            return longOnes.remove();
        }
        return takeRow();
    }

    private ImageEntry takeRow() throws StoreException {
        ImageEntry entry = ImageEntry.decode(environment.file(), state.zxid(), cursor.key(), cursor.val());
        found = found.with(entry.checksum());
        onRow = cursor.next();
        return entry;
    }

    private void gatherLongOnes() throws StoreException {
        List<ImageEntry> alike = new ArrayList<>();
        byte[] beginning = cursor.key().bytes(0, ImageEntry.SHORT_MAX_BYTES);
        while (onRow
                && ImageEntry.isLong(cursor.key())
                && Arrays.equals(beginning, cursor.key().bytes(0, ImageEntry.SHORT_MAX_BYTES))) {
            alike.add(takeRow());
        }
        alike.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        longOnes.addAll(alike);
    }

    private void checkSum() throws StoreCorruptedException {
        if (!found.equals(state)) {
            throw new StoreCorruptedException("the image at zxid 0x" + Long.toHexString(state.zxid())
                    + " is damaged: in "
                    + environment.file() + " there are " + found.entries() + " entries and not " + state.entries()
                    + ", or others than were written");
        }
    }

    private StoreException failed(LmdbException e) {
        return LmdbErrors.ofRead(
                "read the image at zxid 0x" + Long.toHexString(state.zxid()) + " in " + environment.file(), e);
    }

    @Override
    public byte[] key() {
        return current.key();
    }

    @Override
    public byte[] value() {
        return current.value();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            ended = true;
            cursor.close();
            environment.endReading(txn);
        }
    }
}
