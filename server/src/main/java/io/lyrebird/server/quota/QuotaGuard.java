package io.lyrebird.server.quota;

import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.MalformedException;

/**
 * Refuses requests that would exceed a hard limit, if quotas are enforced (ZooKeeperServer.checkQuota). As in Apache they
 * are held against the figures of what is applied: requests that are pending together can exceed a limit together.
 */
public final class QuotaGuard {
    private final Quotas quotas;
    private final boolean enforced;
    private final QuotaListener listener;

    public QuotaGuard(Quotas quotas, boolean enforced, QuotaListener listener) {
        this.quotas = quotas;
        this.enforced = enforced;
        this.listener = listener;
    }

    public boolean allowsCreate(String path, int dataBytes) {
        return !enforced || allows(path, 1, dataBytes);
    }

    public boolean allowsSetData(String path, int bytesDiff) {
        return !enforced || allows(path, 0, bytesDiff);
    }

    private boolean allows(String path, int countDiff, int bytesDiff) {
        String limitedPath = quotas.limitedPath(path);
        Znode limitsNode = limitedPath == null ? null : quotas.limits(limitedPath);
        if (limitsNode == null) {
            return true;
        }
        QuotaFigures limits = figures(limitsNode);
        boolean countLimited = countDiff != 0 && isSet(limits.count(), limits.countHardLimit());
        boolean bytesLimited = bytesDiff != 0 && isSet(limits.bytes(), limits.byteHardLimit());
        Znode statsNode = quotas.stats(limitedPath);
        if (!countLimited && !bytesLimited || statsNode == null) {
            return true;
        }
        QuotaFigures stats = figures(statsNode);
        long count = stats.count() + countDiff;
        long bytes = stats.bytes() + bytesDiff;
        return (!countLimited || allows(limitedPath, "count", count, limits.count(), limits.countHardLimit()))
                && (!bytesLimited || allows(limitedPath, "bytes", bytes, limits.bytes(), limits.byteHardLimit()));
    }

    private static QuotaFigures figures(Znode node) {
        QuotaFigures figures = QuotaFigures.parse(node.data());
        if (figures == null) {
            throw new MalformedException("a quota that cannot be read at " + node.path());
        }
        return figures;
    }

    private static boolean isSet(long softLimit, long hardLimit) {
        return softLimit > QuotaFigures.UNSET || hardLimit > QuotaFigures.UNSET;
    }

    /** A hard limit hides a soft one. */
    private boolean allows(String path, String figure, long value, long softLimit, long hardLimit) {
        boolean hard = hardLimit > QuotaFigures.UNSET;
        long limit = hard ? hardLimit : softLimit;
        if (value <= limit) {
            return true;
        }
        listener.exceeded(new QuotaListener.Exceeded(path, figure, value, limit, hard));
        return !hard;
    }
}
