package io.lyrebird.server.legacy;

import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.zab.Zxid;
import java.io.IOException;
import java.util.List;

/**
 * Hands over every txn that the logs hold after a zxid, in order, each once. A txn that is missing in between stops it: what
 * follows would be applied to a tree that never was.
 */
final class LogReplay {
    /** Takes the txns one by one. */
    interface Sink {
        void apply(LoggedTxn txn, ZxidFile from) throws IOException;
    }

    private final List<ZxidFile> logs;
    private final int txnBytesMax;
    private final Notices notices;
    private String lastSource;
    private long lastZxid;
    private long count;

    /**
     * @param afterZxid where the state that is there already ends
     * @param source what that state comes from
     */
    LogReplay(ApacheFiles files, long afterZxid, String source, int txnBytesMax, Notices notices) throws IOException {
        this.logs = files.logsFrom(afterZxid + 1);
        this.lastZxid = afterZxid;
        this.lastSource = source;
        this.txnBytesMax = txnBytesMax;
        this.notices = notices;
    }

    /** How many txns there were. */
    long run(Sink sink) throws IOException {
        for (ZxidFile log : logs) {
            Progress progress = new Progress(notices, "Replaying", log.path(), "txns");
            try (LogFile file = new LogFile(log, txnBytesMax, notices)) {
                for (LoggedTxn txn = file.next(); txn != null; txn = file.next()) {
                    apply(txn, log, sink);
                    progress.step(file.offset(), file.fileBytes());
                }
            }
        }
        return count;
    }

    private void apply(LoggedTxn txn, ZxidFile log, Sink sink) throws IOException {
        long zxid = txn.header().zxid();
        // What is there already: before the snapshot, or logged twice after a resynchronization.
        if (zxid <= lastZxid) {
            return;
        }
        // A stand-alone Apache server counts on through the bits of the epoch.
        if (zxid != lastZxid + 1 && !Zxid.follows(zxid, lastZxid)) {
            throw new ApacheDataException("Txns are missing: " + lastSource + " ends at zxid 0x"
                    + Long.toHexString(lastZxid) + ", and " + log + " goes on at 0x" + Long.toHexString(zxid)
                    + ". Put back the logs between them, or a snapshot of 0x" + Long.toHexString(zxid - 1)
                    + " or later, or take over the data of another server of the ensemble");
        }
        sink.apply(txn, log);
        lastZxid = zxid;
        lastSource = log.toString();
        count++;
    }

    long lastZxid() {
        return lastZxid;
    }
}
