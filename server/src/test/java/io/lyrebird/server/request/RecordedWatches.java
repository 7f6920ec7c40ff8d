package io.lyrebird.server.request;

import io.lyrebird.wire.client.Acl;
import java.util.ArrayList;
import java.util.List;

/** Writes down what fires. */
final class RecordedWatches implements WatchTrigger {
    final List<String> events = new ArrayList<>();
    final List<List<Acl>> acls = new ArrayList<>();

    @Override
    public void nodeCreated(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {
        record("created " + path, zxid, acl, parentAcl);
    }

    @Override
    public void nodeDeleted(String path, long zxid, List<Acl> acl, List<Acl> parentAcl) {
        record("deleted " + path, zxid, acl, parentAcl);
    }

    @Override
    public void dataChanged(String path, long zxid, List<Acl> acl) {
        record("changed " + path, zxid, acl, null);
    }

    private void record(String what, long zxid, List<Acl> acl, List<Acl> parentAcl) {
        events.add(what + " " + zxid);
        acls.add(acl);
        if (parentAcl != null) {
            acls.add(parentAcl);
        }
    }

    List<String> take() {
        List<String> taken = List.copyOf(events);
        events.clear();
        acls.clear();
        return taken;
    }
}
