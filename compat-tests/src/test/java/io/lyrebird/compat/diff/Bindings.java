package io.lyrebird.compat.diff;

/**
 * What a request means on one server. Requests are written once for both servers; what differs between them or is known
 * only when they run (the folder of the sequence, zxids, the name that a sequential create got) is filled in here.
 */
interface Bindings {
    /** In a path, stands for the node under which a sequence works. */
    char ROOT = '@';

    /** As a path, stands for the node that was created last in the sequence. */
    String LAST_CREATED = "~";

    String root();

    String lastCreated();

    /** The zxid from which on the sequence counts. */
    long baseZxid();

    /** The newest zxid that the connection at hand has seen in a reply. */
    long lastSeenZxid();

    default String path(String path) {
        if (path == null) {
            return null;
        }
        return path.equals(LAST_CREATED) ? lastCreated() : path.replace(String.valueOf(ROOT), root());
    }
}
