package io.lyrebird.store.lmdb;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.file.AckMark;
import io.lyrebird.store.file.Disk;
import io.lyrebird.store.file.Health;
import java.io.IOException;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.Txn;

/**
 * The image in an environment of its own: two tables of which one counts, and a third that says which one, at what zxid, and
 * what it must add up to. Changes are gathered in the heap and written together: LMDB writes whole pages, and syncs with each
 * transaction, so many small ones would cost far more.
 */
final class LmdbImage implements Image, AutoCloseable {
    private static final String FOLDER = "image";
    private static final String[] TABLES = {"image-a", "image-b"};
    private static final String STATE_TABLE = "image-state";
    private static final long PAGE_BYTES = 4096;

    private final LmdbEnvironment environment;
    private final ImageTable[] tables;
    private final Dbi<Slot> stateTable;
    private final AckMark mark;
    private final Health health;
    private final long gatherBytes;
    private final Slot stateKey = new Slot();
    private final Slot stateValue = new Slot();

    /** Guards what follows, between the writing thread and those that begin a scan. */
    private final Object lock = new Object();

    private final GatheredChanges gathered = new GatheredChanges();
    private ImageState state;
    private volatile long zxid;
    private volatile long durableZxid;

    private LmdbImage(
            LmdbEnvironment environment,
            ImageTable[] tables,
            Dbi<Slot> stateTable,
            AckMark mark,
            Health health,
            long gatherBytes) {
        this.environment = environment;
        this.tables = tables;
        this.stateTable = stateTable;
        this.mark = mark;
        this.health = health;
        this.gatherBytes = gatherBytes;
    }

    static LmdbImage open(Disk disk, Path dataDir, LmdbSettings settings, Health health, boolean create)
            throws StoreException {
        LmdbEnvironment environment =
                LmdbEnvironment.open(dataDir.resolve(FOLDER), settings.mapBytes(), health, create);
        AckMark mark = null;
        try {
            mark = create
                    ? AckMark.create(disk, dataDir, AckMark.OF_IMAGE)
                    : AckMark.open(disk, dataDir, AckMark.OF_IMAGE);
            ImageTable[] tables = {
                new ImageTable(environment.file(), environment.database(TABLES[0], create)),
                new ImageTable(environment.file(), environment.database(TABLES[1], create))
            };
            Dbi<Slot> stateTable = environment.database(STATE_TABLE, create);
            LmdbImage image = new LmdbImage(environment, tables, stateTable, mark, health, settings.gatherBytes());
            if (create) {
                image.begin();
            } else {
                image.recover();
            }
            return image;
        } catch (IOException e) {
            environment.close();
            throw Health.describe("open the image in " + dataDir, e);
        } catch (StoreException | RuntimeException e) {
            environment.close();
            closeQuietly(mark);
            throw e;
        }
    }

    private static void closeQuietly(AckMark mark) {
        if (mark != null) {
            try {
                mark.close();
            } catch (IOException e) {
                return; // Another failure is on its way up already.
            }
        }
    }

    private void begin() throws StoreException {
        ImageState first = new ImageState(0, 0, 0, 0);
        environment.write(
                "begin the image", 16 * PAGE_BYTES, txn -> first.write(txn, stateTable, stateKey, stateValue));
        state = first;
    }

    private void recover() throws StoreException {
        state = environment.read(
                "read the state of the image", txn -> ImageState.read(environment.file(), txn, stateTable, stateKey));
        zxid = state.zxid();
        durableZxid = state.zxid();
        mark.check("the image in " + environment.file(), zxid);
        emptyTheOther();
    }

    /** What was not committed of a replacement, or what one has replaced. */
    private void emptyTheOther() throws StoreException {
        ImageTable other = tables[1 - state.table()];
        if (environment.read("count the entries", other::count) > 0) {
            environment.write("empty a table", 64 * PAGE_BYTES, other::clear);
        }
    }

    LmdbEnvironment environment() {
        return environment;
    }

    @Override
    public long zxid() {
        return zxid;
    }

    @Override
    public long durableZxid() {
        return durableZxid;
    }

    @Override
    public void apply(ImageBatch changes, long newZxid) throws StoreException {
        health.check();
        Limits.checkApply(zxid, newZxid);
        synchronized (lock) {
            gathered.add(changes);
            zxid = newZxid;
            if (gathered.bytes() > gatherBytes) {
                writeGathered();
            }
        }
    }

    @Override
    public void sync() throws StoreException {
        health.check();
        synchronized (lock) {
            writeGathered();
        }
    }

    private void writeGathered() throws StoreException {
        if (durableZxid == zxid && gathered.isEmpty()) {
            return;
        }
        ImageTable table = tables[state.table()];
        ImageState[] next = new ImageState[1];
        environment.write("write the image", estimate(gathered), txn -> {
            next[0] = table.write(txn, gathered.changes(), state).at(zxid);
            next[0].write(txn, stateTable, stateKey, stateValue);
        });
        state = next[0];
        gathered.clear();
        noteDurable();
    }

    private void noteDurable() throws StoreException {
        durableZxid = zxid;
        try {
            mark.raise(zxid);
        } catch (IOException e) {
            throw health.failed("write " + mark.path(), e);
        }
    }

    /** Each change may need a page of its own, and those above it are few. */
    private static long estimate(GatheredChanges changes) {
        return 2 * changes.bytes() + changes.changes().size() * 2 * PAGE_BYTES + 256 * PAGE_BYTES;
    }

    @Override
    public ImageReplacement replace(long newZxid) throws StoreException {
        health.check();
        emptyTheOther();
        return new LmdbReplacement(this, newZxid);
    }

    /** Adds to the table that does not count yet. */
    ImageState writeReplacement(GatheredChanges changes, ImageState soFar) throws StoreException {
        ImageState[] next = new ImageState[1];
        environment.write(
                "replace the image",
                estimate(changes),
                txn -> next[0] = tables[1 - state.table()].write(txn, changes.changes(), soFar));
        return next[0];
    }

    void commitReplacement(ImageState replacement) throws StoreException {
        synchronized (lock) {
            ImageState next = replacement.in(1 - state.table());
            lowerMark(next.zxid());
            environment.write(
                    "replace the image", 16 * PAGE_BYTES, txn -> next.write(txn, stateTable, stateKey, stateValue));
            gathered.clear();
            state = next;
            zxid = next.zxid();
            noteDurable();
        }
        emptyTheOther();
    }

    private void lowerMark(long newZxid) throws StoreException {
        try {
            mark.lower(newZxid);
        } catch (IOException e) {
            throw health.failed("write " + mark.path(), e);
        }
    }

    void abandonReplacement() throws StoreException {
        emptyTheOther();
    }

    @Override
    public ImageCursor scan() throws StoreException {
        synchronized (lock) {
            if (!gathered.isEmpty() || durableZxid != zxid) {
                health.check();
                writeGathered();
            }
            Txn<Slot> txn = environment.beginReading();
            try {
                return new LmdbImageCursor(environment, txn, tables[state.table()], state);
            } catch (StoreException | RuntimeException e) {
                environment.endReading(txn);
                throw e;
            }
        }
    }

    @Override
    public void close() throws StoreException {
        try {
            if (health.isSound()) {
                sync();
            }
        } finally {
            environment.close();
            stateKey.close();
            stateValue.close();
            tables[0].close();
            tables[1].close();
            closeQuietly(mark);
        }
    }
}
