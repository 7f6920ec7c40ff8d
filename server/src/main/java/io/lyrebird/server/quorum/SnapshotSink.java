package io.lyrebird.server.quorum;

import java.io.IOException;
import java.io.InputStream;

/** Takes a snapshot that a leader sends, once. */
public interface SnapshotSink {
    /**
     * Reads exactly the snapshot, with the signature that ends it, and returns when it has the whole. An exception, of the
     * stream or of the sink, means that the snapshot has failed; the core has been told by then.
     */
    void readFrom(InputStream in) throws IOException;
}
