package io.lyrebird.server.watch;

import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.wire.client.Acl;
import java.util.List;

/** The tables of all loops, as what is told of changes to the tree. Used by the core, in write phases. */
public final class WatchTables implements WatchTrigger {
    private final WatchTable[] tables;

    public WatchTables(List<WatchTable> tables) {
        this.tables = tables.toArray(new WatchTable[0]);
    }

    @Override
    public void nodeCreated(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {
        for (WatchTable table : tables) {
            table.nodeCreated(path, zxid, acl, parentAcl);
        }
    }

    @Override
    public void nodeDeleted(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {
        for (WatchTable table : tables) {
            table.nodeDeleted(path, zxid, acl, parentAcl);
        }
    }

    @Override
    public void dataChanged(String path, long zxid, List<Acl> acl) {
        for (WatchTable table : tables) {
            table.dataChanged(path, zxid, acl);
        }
    }
}
