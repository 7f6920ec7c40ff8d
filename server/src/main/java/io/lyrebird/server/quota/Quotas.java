package io.lyrebird.server.quota;

import io.lyrebird.server.tree.Subtree;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import java.util.HashSet;
import java.util.Set;

/**
 * Which paths have a quota, and the figures of what is below them, kept as txns are applied (DataTree). The nodes below
 * /zookeeper/quota say so; this is how to find them without looking at every parent.
 *
 * <p>The figures are written behind the back of clients: no stat changes, no watch fires. Figures that a client has
 * overwritten with something unreadable stay as they are. (Apache's server stops when it next updates them, and when a
 * limits node is created directly below /zookeeper/quota; here that is no quota.)
 */
public final class Quotas {
    private static final String LIMITS = "/zookeeper_limits";
    private static final String STATS = "/zookeeper_stats";

    private final Tree tree;
    private final Set<String> limitedPaths = new HashSet<>();

    public Quotas(Tree tree) {
        this.tree = tree;
    }

    /** Finds the quotas of a tree that was not built by {@link #created}, and counts anew what is below them. */
    public void rebuild() {
        limitedPaths.clear();
        Znode top = tree.find(SystemNodes.QUOTA);
        if (top == null) {
            return;
        }
        Subtree.forEach(top, node -> {
            if (node.childCount() == 0) {
                addLimit(node.path());
            }
        });
        for (String path : limitedPaths) {
            countAnew(path);
        }
    }

    private void addLimit(String limitsPath) {
        String limited = quotaPath(limitsPath, LIMITS);
        if (limited != null && !limited.isEmpty()) {
            limitedPaths.add(limited);
        }
    }

    /** The path that a node is the limits or the stats of, or null if it is neither. */
    private static String quotaPath(String path, String suffix) {
        if (!path.startsWith(SystemNodes.QUOTA) || !path.endsWith(suffix)) {
            return null;
        }
        int from = SystemNodes.QUOTA.length();
        int to = path.length() - suffix.length();
        return to < from || path.charAt(from) != '/' ? null : path.substring(from, to);
    }

    public void created(String path, int dataBytes) {
        if (path.startsWith(SystemNodes.QUOTA)) {
            addLimit(path);
            String counted = quotaPath(path, STATS);
            if (counted != null) {
                countAnew(counted);
            }
        }
        add(path, 1, dataBytes);
    }

    public void deleted(String path, int dataBytes) {
        if (path.startsWith(SystemNodes.QUOTA)) {
            String limited = quotaPath(path, LIMITS);
            if (limited != null) {
                limitedPaths.remove(limited);
            }
        }
        add(path, -1, -dataBytes);
    }

    public void dataChanged(String path, int bytesDiff) {
        add(path, 0, bytesDiff);
    }

    private void add(String path, int countDiff, int bytesDiff) {
        String limited = limitedPath(path);
        if (limited == null) {
            return;
        }
        Znode stats = tree.find(statsPath(limited));
        if (stats == null) {
            return;
        }
        QuotaFigures figures = QuotaFigures.parse(stats.data());
        if (figures != null) {
            figures.add(countDiff, bytesDiff);
            tree.setDataQuietly(stats, figures.toBytes());
        }
    }

    private void countAnew(String path) {
        Znode stats = tree.find(statsPath(path));
        if (stats == null) {
            return;
        }
        Znode top = tree.find(path);
        Subtree.Size size = top == null ? Subtree.Size.NOTHING : Subtree.size(top);
        tree.setDataQuietly(
                stats, QuotaFigures.of(size.nodes(), size.dataBytes()).toBytes());
    }

    /** The nearest path with a quota at or above this one, or null. */
    String limitedPath(String path) {
        if (limitedPaths.isEmpty()) {
            return null;
        }
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            String candidate = path.substring(0, end);
            if (limitedPaths.contains(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    /** The limits of a path; null if there is no such node. */
    Znode limits(String limitedPath) {
        return tree.find(SystemNodes.QUOTA + limitedPath + LIMITS);
    }

    /** The figures of a path; null if there is no such node. */
    Znode stats(String limitedPath) {
        return tree.find(statsPath(limitedPath));
    }

    private static String statsPath(String path) {
        return SystemNodes.QUOTA + path + STATS;
    }
}
