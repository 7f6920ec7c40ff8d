package io.lyrebird.server.legacy;

import io.lyrebird.zab.Zxid;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The two epochs that a member of an ensemble writes beside its snapshots, as numbers in text. */
final class EpochFiles {
    private static final String ACCEPTED = "acceptedEpoch";
    private static final String CURRENT = "currentEpoch";
    private static final int TEXT_BYTES_MAX = 32;

    private EpochFiles() {}

    /** Both epochs; the accepted one is never below the current one. */
    record Epochs(long accepted, long current) {}

    /**
     * The epochs as written, and not below that of the last txn: a stand-alone server writes none, and a crash can come
     * between the first txns of an epoch and the file.
     */
    static Epochs read(Path folder, long lastZxid) throws IOException {
        long current = Math.max(read(folder.resolve(CURRENT)), Zxid.epoch(lastZxid));
        long accepted = Math.max(read(folder.resolve(ACCEPTED)), current);
        return new Epochs(accepted, current);
    }

    private static long read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        String text;
        try (var in = Files.newInputStream(file)) {
            text = new String(in.readNBytes(TEXT_BYTES_MAX), StandardCharsets.US_ASCII);
        }
        long epoch = parse(text.lines().findFirst().orElse("").trim());
        if (epoch < 0) {
            throw new ApacheDataException("The file " + file + " should hold the number of an epoch and holds '" + text
                    + "'. Put back a copy of it. Without the file, the epoch of the last txn counts");
        }
        return epoch;
    }

    private static long parse(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    static void write(Path folder, Epochs epochs) throws IOException {
        DurableFiles.write(folder.resolve(ACCEPTED), Long.toString(epochs.accepted()));
        DurableFiles.write(folder.resolve(CURRENT), Long.toString(epochs.current()));
    }
}
