package io.lyrebird.server.legacy;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Adler32;
import java.util.zip.GZIPOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/** A data folder as an Apache server leaves it, written by hand; and what was said while it was read. */
final class ApacheFolder implements Notices {
    static final int TXN_BYTES_MAX = 1 << 20;
    static final ImportSettings SETTINGS =
            new ImportSettings(new OwnerEncoding(true, false), true, false, TXN_BYTES_MAX, false);

    final Path dataDir;
    final Path version2;
    final List<String> warnings = new ArrayList<>();

    ApacheFolder(Path dataDir) throws IOException {
        this.dataDir = dataDir;
        version2 = Files.createDirectories(dataDir.resolve("version-2"));
    }

    ApacheFiles files() {
        return ApacheFiles.of(dataDir, dataDir);
    }

    ApacheState load() throws IOException {
        return load(SETTINGS);
    }

    ApacheState load(ImportSettings settings) throws IOException {
        return new ApacheLoader(files(), settings, this).load();
    }

    /** A snapshot that nothing happened to while it was written. */
    Path snapshot(Tree tree, Sessions sessions) throws IOException {
        return snapshot(tree, sessions, "");
    }

    Path snapshot(Tree tree, Sessions sessions, String extension) throws IOException {
        Path file = version2.resolve("snapshot." + Long.toHexString(tree.lastZxid()) + extension);
        try (OutputStream out = compressed(Files.newOutputStream(file), extension)) {
            new SnapshotWriter(tree, sessions, out, file, this).write();
        }
        return file;
    }

    private static OutputStream compressed(OutputStream out, String extension) throws IOException {
        return switch (extension) {
            case ".gz" -> new GZIPOutputStream(out);
            case ".snappy" -> new SnappyOutputStream(out);
            default -> out;
        };
    }

    /** The log that begins with the first of these zxids, with zeros behind it. */
    Path log(History history, long firstZxid, long lastZxid, int paddingBytes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(Formats.LOG_MAGIC);
        out.writeInt(Formats.VERSION);
        out.writeLong(0);
        for (long zxid = firstZxid; zxid <= lastZxid; zxid++) {
            entry(history.txn(zxid), out);
        }
        out.write(new byte[paddingBytes]);
        return Files.write(version2.resolve("log." + Long.toHexString(firstZxid)), bytes.toByteArray());
    }

    static void entry(byte[] txn, DataOutputStream out) throws IOException {
        Adler32 checksum = new Adler32();
        checksum.update(txn);
        out.writeLong(checksum.getValue());
        out.writeInt(txn.length);
        out.write(txn);
        out.writeByte('B');
    }

    /** How many bytes a txn takes in a log. */
    static int entryBytes(byte[] txn) {
        return Long.BYTES + Integer.BYTES + txn.length + 1;
    }

    @Override
    public void info(String message) {}

    @Override
    public void warn(String message) {
        warnings.add(message);
    }
}
