package io.lyrebird.server.legacy;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.txn.TxnDigest;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.xerial.snappy.SnappyError;
import org.xerial.snappy.SnappyInputStream;

/**
 * Reads one snapshot into an empty tree (FileSnap, DataTree.deserialize): sessions, the table of ACLs, the nodes, parents
 * first; a seal with a checksum; and what later versions have added behind it, each part with a seal of its own.
 */
final class SnapshotReader {
    private static final int DIGEST_BYTES = 2 * Long.BYTES + Integer.BYTES;
    private static final int LAST_ZXID_BYTES = Long.BYTES;
    private static final int FILE_BUFFER_BYTES = 1 << 16;

    private final ZxidFile file;
    private final Tree tree;
    private final Sessions sessions;
    private final List<String> unknownAclPaths = new ArrayList<>();
    private final Progress progress;

    SnapshotReader(ZxidFile file, Tree tree, Sessions sessions, Notices notices) {
        this.file = file;
        this.tree = tree;
        this.sessions = sessions;
        this.progress = new Progress(notices, "Reading", file.path(), "nodes");
    }

    /** Reads all of it, or fails; then tree and sessions hold a part of it, and are of no use. */
    Snapshot read() throws ApacheDataException {
        try (InputStream raw = Files.newInputStream(file.path())) {
            CountingInputStream counted = new CountingInputStream(raw);
            CheckedInput in = new CheckedInput(uncompressed(counted));
            if (in.readInt() != Formats.SNAPSHOT_MAGIC) {
                throw new MalformedException("it does not begin as a snapshot does");
            }
            // Version and database id, which Apache does not look at either.
            in.readInt();
            in.readLong();
            long fileBytes = Files.size(file.path());
            TreeInput parts = new TreeInput(in, tree, sessions);
            parts.read(() -> progress.step(counted.count(), fileBytes));
            unknownAclPaths.addAll(parts.unknownAclPaths());
            checkSeal(in);
            tree.setLastZxid(file.zxid());
            return readTrailers(in);
        } catch (IOException | MalformedException | SnappyError e) {
            String reason = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new ApacheDataException("The snapshot " + file + " cannot be read: " + reason, e);
        }
    }

    private InputStream uncompressed(InputStream raw) throws IOException {
        Path fileName = file.path().getFileName();
        String name = fileName.toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(".gz")) {
            return new GZIPInputStream(raw, FILE_BUFFER_BYTES);
        }
        return name.endsWith(".snappy") ? new SnappyInputStream(new BufferedInputStream(raw, FILE_BUFFER_BYTES)) : raw;
    }

    private static void checkSeal(CheckedInput in) throws IOException {
        long actual = in.checksum();
        long sealed = in.readLong();
        String mark = in.readString();
        if (actual != sealed || !Formats.END_MARK.equals(mark)) {
            throw new MalformedException(
                    "its checksum is " + Long.toHexString(actual) + " and should be " + Long.toHexString(sealed));
        }
    }

    /** Both are optional, and what the writer was configured for: a digest, since 3.6; a last zxid, since 3.9. */
    private Snapshot readTrailers(CheckedInput in) throws IOException {
        // One more than there can be, so that the end is reached, where gzip has a checksum of its own.
        int rest = in.remaining(DIGEST_BYTES + LAST_ZXID_BYTES + 2 * Formats.SEAL_BYTES + 1);
        long digestZxid = 0;
        TxnDigest digest = null;
        if (rest >= DIGEST_BYTES + Formats.SEAL_BYTES) {
            digestZxid = in.readLong();
            digest = new TxnDigest(in.readInt(), in.readLong());
            if (digest.version() < TxnDigest.APACHE_VERSION) {
                throw new MalformedException("its digest has the version " + digest.version());
            }
            checkSeal(in);
            rest -= DIGEST_BYTES + Formats.SEAL_BYTES;
        }
        long lastZxid = 0;
        if (rest >= LAST_ZXID_BYTES + Formats.SEAL_BYTES) {
            lastZxid = in.readLong();
            checkSeal(in);
        } else if (rest > 0) {
            throw new EOFException("it ends too early, within what follows the nodes");
        }
        // A leader that takes a snapshot before its first txn writes the digest of an earlier one: it means nothing
        // then.
        boolean digestCounts = digest != null && digestZxid > 0 && digestZxid >= file.zxid();
        return new Snapshot(
                file,
                digestCounts || lastZxid > 0,
                Math.max(file.zxid(), Math.max(lastZxid, digestCounts ? digestZxid : 0)),
                digestCounts ? digestZxid : 0,
                digestCounts ? digest : null,
                List.copyOf(unknownAclPaths));
    }
}
