package io.lyrebird.server.boot;

import io.lyrebird.server.core.Durability;
import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.TxnLog;

/** The core's disk: the log writer and the image writer, each on its own thread; and the log itself, at the start. */
record Disk(LogWriter writer, ImageWriter image, TxnLog log) implements Durability {
    @Override
    public void append(long zxid, byte[] txn) {
        writer.append(zxid, txn);
    }

    @Override
    public void truncate(long zxid) {
        writer.truncate(zxid);
    }

    @Override
    public void saveEpochs(long acceptedEpoch, long currentEpoch) {
        writer.saveEpochs(acceptedEpoch, currentEpoch);
    }

    @Override
    public void image(ImageChanges changes, long zxid) {
        image.take(changes, zxid);
    }

    @Override
    public void readLog(long afterZxid, long upToZxid, TxnReader reader) {
        try (TxnCursor cursor = log.read(afterZxid + 1)) {
            while (cursor.next() && cursor.zxid() <= upToZxid) {
                reader.txn(cursor.zxid(), cursor.txn());
            }
        } catch (StoreException e) {
            throw new LogWriter.LogFailure(e);
        }
    }
}
