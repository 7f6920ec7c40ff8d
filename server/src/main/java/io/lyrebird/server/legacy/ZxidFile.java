package io.lyrebird.server.legacy;

import java.nio.file.Path;

/**
 * A file whose name ends in a zxid: {@code log.100000001} begins with that txn, {@code snapshot.1a} holds every txn up to
 * that one.
 */
record ZxidFile(Path path, long zxid) {
    @Override
    public String toString() {
        return path.toString();
    }
}
