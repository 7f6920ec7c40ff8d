package io.lyrebird.server.legacy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of an Apache server, by their names.
 *
 * @param snapshotDir {@code dataDir/version-2}: snapshots and epochs
 * @param logDir {@code dataLogDir/version-2}: logs of txns; often the same folder
 */
public record ApacheFiles(Path snapshotDir, Path logDir) {
    static final String FOLDER = "version-2";

    private static final Pattern SNAPSHOT_NAME = Pattern.compile(
            "snapshot\\.([0-9a-f]{1,15}|[0-7][0-9a-f]{15})(\\.gz|\\.snappy)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern LOG_NAME =
            Pattern.compile("log\\.([0-9a-f]{1,15}|[0-7][0-9a-f]{15})", Pattern.CASE_INSENSITIVE);

    public static ApacheFiles of(Path dataDir, Path dataLogDir) {
        return new ApacheFiles(dataDir.resolve(FOLDER), dataLogDir.resolve(FOLDER));
    }

    /** The folders, for a message. */
    String places() {
        return logDir.equals(snapshotDir) ? snapshotDir.toString() : snapshotDir + " and " + logDir;
    }

    /** Whether there is anything to take over. */
    public boolean exist() throws IOException {
        return !snapshotsNewestFirst().isEmpty() || !logs().isEmpty();
    }

    /** The highest zxid in the name of a file, or -1 where there are none. An Apache server that starts raises it. */
    public long newestZxid() throws IOException {
        return Stream.concat(snapshotsNewestFirst().stream(), logs().stream())
                .mapToLong(ZxidFile::zxid)
                .max()
                .orElse(-1);
    }

    List<ZxidFile> snapshotsNewestFirst() throws IOException {
        List<ZxidFile> snapshots = list(snapshotDir, SNAPSHOT_NAME);
        Collections.reverse(snapshots);
        return snapshots;
    }

    List<ZxidFile> logs() throws IOException {
        return list(logDir, LOG_NAME);
    }

    /** The logs that can hold txns from this zxid on: those that begin there or later, and the last one before. */
    List<ZxidFile> logsFrom(long zxid) throws IOException {
        List<ZxidFile> logs = logs();
        int first = 0;
        for (int i = 0; i < logs.size(); i++) {
            if (logs.get(i).zxid() <= zxid) {
                first = i;
            }
        }
        return logs.subList(first, logs.size());
    }

    /**
     * With two folders, snapshots belong into one and logs into the other. Otherwise the configuration has changed since
     * the files were written, and some of them would not be found (ZOOKEEPER-2967).
     */
    void checkFoldersMatchConfiguration() throws IOException {
        if (snapshotDir.equals(logDir)) {
            return;
        }
        Optional<ZxidFile> strayLog = list(snapshotDir, LOG_NAME).stream().findFirst();
        if (strayLog.isPresent()) {
            throw new ApacheDataException("There is a log in the folder of snapshots, " + strayLog.get()
                    + ": either dataLogDir should not be " + logDir.getParent() + ", or the logs should be moved to "
                    + logDir);
        }
        Optional<ZxidFile> straySnapshot = list(logDir, SNAPSHOT_NAME).stream().findFirst();
        if (straySnapshot.isPresent()) {
            throw new ApacheDataException("There is a snapshot in the folder of logs, " + straySnapshot.get()
                    + ": either dataDir should not be " + snapshotDir.getParent()
                    + ", or the snapshots should be moved to " + snapshotDir);
        }
    }

    /** In the order of their zxids. What has another name, as the rest of an interrupted write, is no such file. */
    private static List<ZxidFile> list(Path folder, Pattern name) throws IOException {
        List<ZxidFile> found = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Matcher matcher = name.matcher(file.getFileName().toString());
                if (matcher.matches()) {
                    found.add(new ZxidFile(file, Long.parseLong(matcher.group(1), 16)));
                }
            }
        }
        found.sort(Comparator.comparingLong(ZxidFile::zxid));
        return found;
    }
}
