package io.lyrebird.store.lmdb;

import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Limits;
import io.lyrebird.store.StoreException;

/** Fills the table that does not count, in transactions of a bounded size. */
final class LmdbReplacement implements ImageReplacement {
    private static final long GATHER_BYTES = 16 << 20;

    private final LmdbImage image;
    private final GatheredChanges gathered = new GatheredChanges();
    private ImageState soFar;
    private boolean finished;

    LmdbReplacement(LmdbImage image, long newZxid) {
        this.image = image;
        this.soFar = new ImageState(0, newZxid, 0, 0);
    }

    @Override
    public void put(byte[] key, byte[] value) throws StoreException {
        Limits.checkKey(key);
        Limits.checkValue(value);
        checkUnfinished();
        gathered.set(key, value);
        if (gathered.bytes() > GATHER_BYTES) {
            write();
        }
    }

    private void write() throws StoreException {
        soFar = image.writeReplacement(gathered, soFar);
        gathered.clear();
    }

    @Override
    public void commit() throws StoreException {
        checkUnfinished();
        write();
        image.commitReplacement(soFar);
        finished = true;
    }

    private void checkUnfinished() {
        if (finished) {
            throw new IllegalStateException("the replacement is finished");
        }
    }

    @Override
    public void close() throws StoreException {
        if (!finished) {
            finished = true;
            image.abandonReplacement();
        }
    }
}
