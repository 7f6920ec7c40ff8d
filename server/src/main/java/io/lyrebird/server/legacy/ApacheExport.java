package io.lyrebird.server.legacy;

import io.lyrebird.server.tree.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The way back: a folder that an Apache server starts from. */
public final class ApacheExport {
    private ApacheExport() {}

    /**
     * Writes {@code version-2} below this folder, which must not hold any data of an Apache server yet. The snapshot comes
     * last: without it there is nothing to start from.
     */
    public static Path write(ApacheState state, Path dataDir, Notices notices) throws IOException {
        if (ApacheFiles.of(dataDir, dataDir).exist()) {
            throw new ApacheDataException(dataDir.resolve(ApacheFiles.FOLDER)
                    + " holds data of an Apache server already: export to an empty folder");
        }
        Tree tree = state.tree();
        Path folder = Files.createDirectories(dataDir.resolve(ApacheFiles.FOLDER));
        EpochFiles.write(folder, new EpochFiles.Epochs(state.acceptedEpoch(), state.currentEpoch()));
        Path snapshot = folder.resolve("snapshot." + Long.toHexString(tree.lastZxid()));
        DurableFiles.write(snapshot, out -> new SnapshotWriter(tree, state.sessions(), out, snapshot, notices).write());
        return snapshot;
    }
}
