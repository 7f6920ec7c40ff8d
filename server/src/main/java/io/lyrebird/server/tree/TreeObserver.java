package io.lyrebird.server.tree;

/** Told of every node that changes in any way, so that a copy elsewhere can follow. Restoring nodes is no change. */
public interface TreeObserver {
    /** The node is new, or its data, ACL or stat is. */
    void changed(Znode node);

    /** The node is gone; its path can still be asked for. */
    void removed(Znode node);

    /** Nobody looks. */
    TreeObserver NONE = new TreeObserver() {
        @Override
        public void changed(Znode node) {}

        @Override
        public void removed(Znode node) {}
    };
}
