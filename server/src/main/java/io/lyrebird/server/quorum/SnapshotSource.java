package io.lyrebird.server.quorum;

import java.io.IOException;
import java.io.OutputStream;

/** A snapshot to be sent, used once. */
public interface SnapshotSource {
    /** Writes the whole snapshot, with the signature that ends it. It does not close the stream. */
    void writeTo(OutputStream out) throws IOException;
}
