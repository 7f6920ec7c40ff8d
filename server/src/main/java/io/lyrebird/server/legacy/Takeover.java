package io.lyrebird.server.legacy;

import io.lyrebird.server.data.ApacheRegister;
import io.lyrebird.server.data.EpochRegisters;
import io.lyrebird.server.data.StoreFolders;
import io.lyrebird.server.data.WholeImage;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.Stores;
import io.lyrebird.store.TxnCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes Apache's data over into an engine that has none yet. It counts from the moment the engine's image is replaced: a
 * crash before that leaves an empty engine, and the next start begins anew. Apache's files stay as they are.
 */
public final class Takeover {
    private static final int SYSTEM_NODES = 4;

    private final StoreFolders folders;
    private final Store store;
    private final ApacheFiles files;
    private final Notices notices;

    public Takeover(StoreFolders folders, Store store, ApacheFiles files, Notices notices) {
        this.folders = folders;
        this.store = store;
        this.files = files;
        this.notices = notices;
    }

    /**
     * What a start does before it reads the engine's data. Data of this server that is in another engine, or of an Apache
     * server that ran after its data was taken over, is never passed by in silence.
     */
    public void atStart(ImportSettings settings) throws StoreException, IOException {
        if (StoreFolders.isEmpty(store)) {
            refuseDataOfOtherEngines();
            if (files.exist()) {
                run(settings);
            }
        } else {
            refuseNewerApacheData();
        }
    }

    private void refuseDataOfOtherEngines() throws StoreException, IOException {
        List<String> filled = new ArrayList<>();
        for (String engine : StoreFolders.enginesIn(folders.dataDir())) {
            if (!engine.equals(folders.engine()) && holdsData(folders.ofEngine(engine))) {
                filled.add(engine);
            }
        }
        if (!filled.isEmpty()) {
            String from = filled.get(0);
            throw new IOException(folders.dataDir() + " has no data of the engine " + folders.engine()
                    + ", but data of the engine " + String.join(" and ", filled) + ". Go on with lyrebird.store=" + from
                    + ", or copy it with: lyrebird copy " + folders.dataDir() + " --from " + from + " --to "
                    + folders.engine() + ". If it is not wanted any more, move "
                    + folders.ofEngine(from).data() + " away");
        }
    }

    private static boolean holdsData(StoreFolders other) throws StoreException {
        if (!Stores.providers().containsKey(other.engine())) {
            return true;
        }
        try (Store store = Stores.open(other.engine(), other.storeConfig())) {
            return !StoreFolders.isEmpty(store);
        }
    }

    private void refuseNewerApacheData() throws StoreException, IOException {
        long newestZxid = files.newestZxid();
        if (newestZxid > ApacheRegister.takenOverZxid(store.registers()) && !isOurs(newestZxid)) {
            throw new ApacheDataException("An Apache server has written to " + files.places() + " (zxid 0x"
                    + Long.toHexString(newestZxid) + ") since its data was taken over into " + folders.data()
                    + ": only one of the two can count. To go on with Apache's, move " + places()
                    + " away and start again; to go on with Lyrebird's, move " + files.places() + " away");
        }
    }

    /**
     * Files that end with a txn of this server were written from its data and add nothing to it, as an export does. An
     * Apache server that goes on from there ends with a txn that is not here: a new epoch begins at each start here.
     */
    private boolean isOurs(long zxid) throws StoreException {
        if (zxid == store.image().zxid()) {
            return true;
        }
        try (TxnCursor cursor = store.log().read(zxid)) {
            return cursor.next() && cursor.zxid() == zxid;
        }
    }

    /**
     * Takes it over.
     *
     * @return whether there was anything in it: an Apache server that was started and never used leaves nothing
     */
    public boolean run(ImportSettings settings) throws StoreException, IOException {
        notices.info("Taking over the data of Apache ZooKeeper in " + files.places() + " into " + folders.data());
        ApacheState state = new ApacheLoader(files, settings, notices).load();
        if (state.tree().lastZxid() == 0) {
            if (state.tree().nodeCount() > SYSTEM_NODES || state.sessions().size() > 0) {
                throw new ApacheDataException("The files in " + files.snapshotDir()
                        + " hold nodes, but no txn that could have made them: their snapshot has no zxid in its name");
            }
            notices.info("Nothing had been written there");
            ApacheRegister.save(store.registers(), seenZxid(state));
            return false;
        }
        write(state);
        notices.info("Took over " + state.tree().nodeCount() + " nodes and "
                + state.sessions().size() + " sessions at zxid 0x"
                + Long.toHexString(state.tree().lastZxid()) + ". Apache's files were left as they are");
        return true;
    }

    private void write(ApacheState state) throws StoreException, IOException {
        EpochRegisters.save(store.registers(), state.acceptedEpoch(), state.currentEpoch());
        ApacheRegister.save(store.registers(), seenZxid(state));
        Progress progress = new Progress(notices, "Writing", folders.data(), "entries");
        WholeImage.write(store, state.tree(), state.sessions(), progress::step);
    }

    /** A log whose first txn was torn by a crash is called after a zxid that never came to be. It has been seen, too. */
    private long seenZxid(ApacheState state) throws IOException {
        return Math.max(state.tree().lastZxid(), files.newestZxid());
    }

    private String places() {
        return folders.log().equals(folders.data())
                ? folders.data().toString()
                : folders.data() + " and " + folders.log();
    }
}
