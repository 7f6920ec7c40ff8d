package io.lyrebird.server.legacy;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the parts of a snapshot into an empty tree: sessions, the table of ACLs, the nodes, parents first. It takes exactly
 * these parts from the stream.
 */
final class TreeInput {
    /** The id of the ACL and what is kept of the stat; behind it there is always the length of a string. */
    private static final int STAT_BYTES = 7 * Long.BYTES + 3 * Integer.BYTES;

    private final CheckedInput in;
    private final Tree tree;
    private final Sessions sessions;
    private final Map<Long, List<Acl>> acls = new HashMap<>();
    private final List<String> unknownAclPaths = new ArrayList<>();

    TreeInput(CheckedInput in, Tree tree, Sessions sessions) {
        this.in = in;
        this.tree = tree;
        this.sessions = sessions;
    }

    /** @param nodeRead told of every node */
    void read(Runnable nodeRead) throws IOException {
        readSessions();
        readAcls();
        readNodes(nodeRead);
    }

    /** Nodes whose ACL was not in the table. */
    List<String> unknownAclPaths() {
        return unknownAclPaths;
    }

    private void readSessions() throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            sessions.add(in.readLong(), in.readInt());
        }
    }

    private void readAcls() throws IOException {
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            long id = in.readLong();
            int entries = in.readInt();
            List<Acl> acl = new ArrayList<>();
            for (int j = 0; j < entries; j++) {
                acl.add(new Acl(in.readInt(), in.readString(), in.readString()));
            }
            acls.put(id, List.copyOf(acl));
        }
    }

    private void readNodes(Runnable nodeRead) throws IOException {
        String path = in.readString(Integer.BYTES);
        if (!"".equals(path)) {
            throw new MalformedException("its first node is not the root");
        }
        while (!Formats.END_MARK.equals(path)) {
            readNode(path);
            nodeRead.run();
            path = in.readString(Integer.BYTES);
            if (path == null || !path.startsWith("/")) {
                throw new MalformedException("there is a node with the path " + path);
            }
        }
    }

    private void readNode(String path) throws IOException {
        byte[] data = in.readBuffer(STAT_BYTES + Integer.BYTES);
        List<Acl> acl = acl(in.readLong(), path);
        long czxid = in.readLong();
        long mzxid = in.readLong();
        long ctimeMs = in.readLong();
        long mtimeMs = in.readLong();
        int version = in.readInt();
        int childrenCreated = in.readInt();
        int aclVersion = in.readInt();
        long ephemeralOwner = in.readLong();
        long pzxid = in.readLong();
        if (!path.isEmpty()) {
            if (tree.find(Tree.parentPath(path)) == null) {
                throw new MalformedException("there is a node " + path + ", but not its parent");
            }
            if (tree.find(path) != null) {
                throw new MalformedException("there are two nodes " + path);
            }
        }
        tree.restore(
                path.isEmpty() ? "/" : path,
                data,
                acl,
                new StoredStat(
                        czxid, mzxid, pzxid, ctimeMs, mtimeMs, version, childrenCreated, aclVersion, ephemeralOwner));
    }

    private List<Acl> acl(long id, String path) {
        if (id == Formats.OPEN_ACL_ID) {
            return Acl.OPEN_ACL_UNSAFE;
        }
        List<Acl> acl = acls.get(id);
        if (acl == null) {
            unknownAclPaths.add(path);
            return MissingAcls.UNKNOWN;
        }
        return acl;
    }
}
