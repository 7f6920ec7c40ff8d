package io.lyrebird.server.request;

import io.lyrebird.wire.client.Acl;
import java.util.List;

/**
 * Told of every change to the tree as it happens, in the order in which watches fire. The ACLs are those of the node and of
 * its parent: an event goes only to clients that may read the node it is about.
 */
public interface WatchTrigger {
    WatchTrigger NONE = new WatchTrigger() {
        @Override
        public void nodeCreated(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {}

        @Override
        public void nodeDeleted(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {}

        @Override
        public void dataChanged(String path, long zxid, List<Acl> acl) {}
    };

    /** Fires data watches on the path (created), then child watches on the parent (children changed). */
    void nodeCreated(String path, long zxid, List<Acl> acl, List<Acl> parentAcl);

    /**
     * Fires data watches on the path (deleted), child watches on the path (deleted, but not to a watcher that was told
     * just before), then child watches on the parent (children changed).
     */
    void nodeDeleted(String path, long zxid, List<Acl> acl, List<Acl> parentAcl);

    /** Fires data watches on the path (data changed). */
    void dataChanged(String path, long zxid, List<Acl> acl);
}
