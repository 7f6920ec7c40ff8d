package io.lyrebird.server.legacy;

import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.NodeKind;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.zab.Zxid;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;

/**
 * Reads everything an Apache server has on disk, as that server does when it starts: the newest snapshot that can be read,
 * then the txns after it, then away with the ephemerals of sessions that are gone. Where Apache would go on with less than
 * there was, this stops.
 */
public final class ApacheLoader {
    private final ApacheFiles files;
    private final ImportSettings settings;
    private final Notices notices;
    private Tree tree;
    private Sessions sessions;

    public ApacheLoader(ApacheFiles files, ImportSettings settings, Notices notices) {
        this.files = files;
        this.settings = settings;
        this.notices = notices;
    }

    public ApacheState load() throws IOException {
        files.checkFoldersMatchConfiguration();
        List<ZxidFile> snapshots = files.snapshotsNewestFirst();
        Snapshot snapshot = null;
        if (snapshots.isEmpty()) {
            beginWithoutSnapshot();
        } else {
            snapshot = readNewest(snapshots);
        }
        replay(snapshot);
        if (snapshot != null) {
            checkUnreadableWereNotNewer(snapshots, snapshot);
        }
        checkTtlNodesAreKnown();
        deleteEphemeralsOfDeadSessions();
        if (tree.find(SystemNodes.CONFIG) == null) {
            SystemNodes.putConfigInto(tree);
        }
        new Quotas(tree).rebuild();
        EpochFiles.Epochs epochs = EpochFiles.read(files.snapshotDir(), tree.lastZxid());
        return new ApacheState(tree, sessions, epochs.accepted(), epochs.current());
    }

    private void startEmpty() {
        tree = new Tree(new SecureRandom().nextLong(), settings.owners(), settings.digest());
        sessions = new Sessions();
    }

    /** Servers write a snapshot before their first txn since 3.5.3: that there is none is a loss until somebody denies it. */
    private void beginWithoutSnapshot() throws IOException {
        List<ZxidFile> logs = files.logs();
        long firstZxid = logs.isEmpty() ? 0 : logs.get(0).zxid();
        boolean fromTheBeginning = firstZxid == 1 || firstZxid == Zxid.of(1, 1);
        if (!fromTheBeginning) {
            throw new ApacheDataException("There is no snapshot in " + files.snapshotDir() + ", and the logs in "
                    + files.logDir() + " begin at zxid 0x" + Long.toHexString(firstZxid)
                    + ", not at the beginning. Put back a snapshot (snapshot.*), or take over the data of another server"
                    + " of the ensemble");
        }
        if (!settings.trustEmptySnapshot()) {
            throw new ApacheDataException("There is no snapshot in " + files.snapshotDir() + ", but there are logs in "
                    + files.logDir()
                    + ". Put back a snapshot (snapshot.*). If the server was older than 3.5.3 and never"
                    + " wrote one, set snapshot.trust.empty=true for this start");
        }
        startEmpty();
        SystemNodes.putInto(tree);
    }

    private Snapshot readNewest(List<ZxidFile> newestFirst) throws ApacheDataException {
        ApacheDataException failure = null;
        for (ZxidFile file : newestFirst) {
            startEmpty();
            try {
                Snapshot snapshot = new SnapshotReader(file, tree, sessions, notices).read();
                notices.info("Read the snapshot " + file + ": " + tree.nodeCount() + " nodes, " + sessions.size()
                        + " sessions");
                return snapshot;
            } catch (ApacheDataException e) {
                notices.warn(e.getMessage());
                failure = failure == null ? e : failure;
            }
        }
        throw new ApacheDataException(
                failure.getMessage()
                        + ", and there is no older one that can. Put back a copy of it, or take over the data"
                        + " of another server of the ensemble",
                failure);
    }

    private void replay(Snapshot snapshot) throws IOException {
        TreeApplier applier = new TreeApplier(tree, sessions, new Quotas(tree), WatchTrigger.NONE);
        Exactness exactness = new Exactness(tree, snapshot, settings, notices);
        String source = snapshot == null ? "the empty tree" : snapshot.file().toString();
        LogReplay replay = new LogReplay(files, tree.lastZxid(), source, settings.txnBytesMax(), notices);
        MissingAcls missingAcls = new MissingAcls(tree, snapshot == null ? List.of() : snapshot.unknownAclPaths());
        long count = replay.run((LoggedTxn txn, ZxidFile from) -> {
            missingAcls.learnFrom(txn);
            applier.apply(txn.header(), txn.txn());
            exactness.applied(txn, from);
        });
        exactness.ended(tree.lastZxid());
        String withoutAcl = missingAcls.stillUnknown();
        if (withoutAcl != null) {
            throw new ApacheDataException("The ACL of the node " + withoutAcl + " is neither in the snapshot " + source
                    + " nor in the logs after it. Put back the logs that are missing, or take over the data of another"
                    + " server of the ensemble");
        }
        notices.info("Replayed " + count + " txns after it, to zxid 0x" + Long.toHexString(tree.lastZxid()));
    }

    /** An unfinished snapshot is no loss as long as the logs reach as far as it did. */
    private void checkUnreadableWereNotNewer(List<ZxidFile> newestFirst, Snapshot used) throws ApacheDataException {
        ZxidFile newest = newestFirst.get(0);
        if (newest.zxid() > tree.lastZxid()) {
            throw new ApacheDataException("The snapshot " + newest + " cannot be read. An older one, " + used.file()
                    + ", and the logs after it end at zxid 0x" + Long.toHexString(tree.lastZxid())
                    + ", so txns would be lost. Put back a copy of it or the logs that are missing, or take over the data"
                    + " of another server of the ensemble. To do without those txns, move " + newest + " away");
        }
    }

    /** Where extended types are not enabled, a TTL node looks like the ephemeral of a session that is gone. */
    private void checkTtlNodesAreKnown() throws ApacheDataException {
        OwnerEncoding extended = new OwnerEncoding(true, false);
        for (long owner : tree.ephemeralsBySession().keySet()) {
            if (extended.kind(owner) == NodeKind.TTL) {
                String path = tree.ephemerals(owner).iterator().next().path();
                throw new ApacheDataException("The node " + path + " has a time to live, but extended types are not"
                        + " enabled: set extendedTypesEnabled=true, as the server had it that wrote this");
            }
        }
    }

    private void deleteEphemeralsOfDeadSessions() {
        for (long sessionId : tree.ephemeralsBySession().keySet()) {
            if (!sessions.contains(sessionId)) {
                List<Znode> ephemerals = List.copyOf(tree.ephemerals(sessionId));
                ephemerals.forEach(node -> tree.delete(node, tree.lastZxid()));
                notices.warn("Deleted " + ephemerals.size() + " ephemerals of the session 0x"
                        + Long.toHexString(sessionId) + ", which is gone");
            }
        }
    }
}
