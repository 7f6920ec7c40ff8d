package io.lyrebird.server.legacy;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.txn.TxnDigest;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
    private final Map<Long, List<Acl>> acls = new HashMap<>();
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
            readSessions(in);
            readAcls(in);
            readNodes(in, counted, Files.size(file.path()));
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

    private void readSessions(CheckedInput in) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            sessions.add(in.readLong(), in.readInt());
        }
    }

    private void readAcls(CheckedInput in) throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            long id = in.readLong();
            int entries = in.readInt();
            List<Acl> acl = new ArrayList<>();
            for (int j = 0; j < entries; j++) {
                acl.add(new Acl(in.readInt(), in.readString(), in.readString()));
            }
            acls.put(id, List.copyOf(acl));
        }
    }

    private void readNodes(CheckedInput in, CountingInputStream counted, long fileBytes) throws IOException {
        String path = in.readString();
        if (!"".equals(path)) {
            throw new MalformedException("its first node is not the root");
        }
        while (!Formats.END_MARK.equals(path)) {
            readNode(path, in);
            progress.step(counted.count(), fileBytes);
            path = in.readString();
            if (path == null || !path.startsWith("/")) {
                throw new MalformedException("there is a node with the path " + path);
            }
        }
    }

    private void readNode(String path, CheckedInput in) throws IOException {
        byte[] data = in.readBuffer();
        List<Acl> acl = acl(in.readLong(), path);
        long czxid = in.readLong();
        long mzxid = in.readLong();
        long ctimeMs = in.readLong();
        long mtimeMs = in.readLong();
        int version = in.readInt();
        int childrenCreated = in.readInt();
        int aclVersion = in.readInt();
        long ephemeralOwner = in.readLong();
        long pzxid = in.readLong();
        if (!path.isEmpty()) {
            if (tree.find(Tree.parentPath(path)) == null) {
                throw new MalformedException("there is a node " + path + ", but not its parent");
            }
            if (tree.find(path) != null) {
                throw new MalformedException("there are two nodes " + path);
            }
        }
        tree.restore(
                path.isEmpty() ? "/" : path,
                data,
                acl,
                new StoredStat(
                        czxid, mzxid, pzxid, ctimeMs, mtimeMs, version, childrenCreated, aclVersion, ephemeralOwner));
    }

    private List<Acl> acl(long id, String path) {
        if (id == Formats.OPEN_ACL_ID) {
            return Acl.OPEN_ACL_UNSAFE;
        }
        List<Acl> acl = acls.get(id);
        if (acl == null) {
            unknownAclPaths.add(path);
            return MissingAcls.UNKNOWN;
        }
        return acl;
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
