package io.lyrebird.server.boot;

import io.lyrebird.server.core.Durability;
import io.lyrebird.server.image.ImageChanges;

/** The core's disk: the log writer and the image writer, each on its own thread. */
record Disk(LogWriter log, ImageWriter image) implements Durability {
    @Override
    public void append(long zxid, byte[] txn) {
        log.append(zxid, txn);
    }

    @Override
    public void saveEpochs(long acceptedEpoch, long currentEpoch) {
        log.saveEpochs(acceptedEpoch, currentEpoch);
    }

    @Override
    public void image(ImageChanges changes, long zxid) {
        image.take(changes, zxid);
    }
}
