package io.lyrebird.server.tree;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.client.Acl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * ACLs shared by id: most trees have a handful of different ones. The ids are this server's own, and mean nothing on
 * disk or on the wire.
 */
public final class AclTable {
    /** The ACL that allows everything to everyone, which most nodes have; it is not counted. */
    public static final int OPEN = 0;

    private static final class Entry {
        private final List<Acl> acl;
        private long uses;

        Entry(List<Acl> acl) {
            this.acl = acl;
        }
    }

    private final List<Entry> byId = new ArrayList<>();
    private final Map<List<Acl>, Integer> ids = new HashMap<>();
    private final List<Integer> freeIds = new ArrayList<>();

    AclTable() {
        byId.add(new Entry(Acl.OPEN_ACL_UNSAFE));
        ids.put(Acl.OPEN_ACL_UNSAFE, OPEN);
    }

    public List<Acl> acl(int id) {
        return byId.get(id).acl;
    }

    /** All that are in use, but for the open one. */
    public List<List<Acl>> all() {
        List<List<Acl>> all = new ArrayList<>(size());
        for (Entry entry : byId.subList(1, byId.size())) {
            if (entry != null) {
                all.add(entry.acl);
            }
        }
        return all;
    }

    /** How many different ACLs are in use, the open one not counted. */
    public int size() {
        return ids.size() - 1;
    }

    /** One more node has this ACL; null is the open one, as in Apache. */
    int use(List<Acl> acl) {
        if (acl == null || acl == Acl.OPEN_ACL_UNSAFE) {
            byId.get(OPEN).uses++;
            return OPEN;
        }
        Integer known = ids.get(acl);
        int id = known == null ? add(List.copyOf(acl)) : known;
        byId.get(id).uses++;
        return id;
    }

    private int add(List<Acl> acl) {
        Entry entry = new Entry(acl);
        int id;
        if (freeIds.isEmpty()) {
            id = byId.size();
            byId.add(entry);
        } else {
            id = freeIds.remove(freeIds.size() - 1);
            byId.set(id, entry);
        }
        ids.put(acl, id);
        return id;
    }

    /** One node less has this ACL; an ACL that no node has is forgotten. */
    void release(int id) {
        Entry entry = byId.get(id);
        Check.that(entry != null && entry.uses > 0, "an ACL is released more often than it was used");
        entry.uses--;
        if (entry.uses == 0 && id != OPEN) {
            ids.remove(entry.acl);
            byId.set(id, null);
            freeIds.add(id);
        }
    }
}
