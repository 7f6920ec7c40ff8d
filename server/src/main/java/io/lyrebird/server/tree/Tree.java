package io.lyrebird.server.tree;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.client.Acl;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * All znodes, found by path, and what follows from them: who owns which ephemerals, which nodes may go by themselves, the
 * digest. Changes are mechanical; the caller has made sure that they are possible.
 */
public final class Tree {
    private static final byte[] NO_NAME = {};

    private final OwnerEncoding owners;
    private final boolean digestEnabled;
    private AclTable acls = new AclTable();
    private final TreeDigest nodeDigest = new TreeDigest();
    private PathIndex index;
    private Map<Long, Set<Znode>> ephemeralsBySession = new HashMap<>();
    private Set<Znode> containers = new LinkedHashSet<>();
    private Set<Znode> ttls = new LinkedHashSet<>();
    private TreeObserver observer = TreeObserver.NONE;
    private Znode root;
    private long digest;
    private long dataSizeBytes;
    private long ephemeralCount;
    private long lastZxid;

    /**
     * A tree with nothing but the root.
     *
     * @param hashSeed keys the hash of paths; a secret, so that clients cannot make paths collide
     */
    public Tree(long hashSeed, OwnerEncoding owners, boolean digestEnabled) {
        this.owners = owners;
        this.digestEnabled = digestEnabled;
        index = new PathIndex(hashSeed);
        StoredStat zero = StoredStat.created(0, 0, 0);
        root = new Znode(null, NO_NAME, NO_NAME, acls.use(Acl.OPEN_ACL_UNSAFE), zero);
        digest = digestOf(rootPath(), root);
        dataSizeBytes = rootPath().length;
    }

    /** Takes over all nodes of another tree, which is of no use any more. Whoever observes this one goes on to do so. */
    public void become(Tree other) {
        Check.that(
                other.owners.equals(owners) && other.digestEnabled == digestEnabled,
                "a tree becomes one that was made for other settings");
        acls = other.acls;
        index = other.index;
        ephemeralsBySession = other.ephemeralsBySession;
        containers = other.containers;
        ttls = other.ttls;
        root = other.root;
        digest = other.digest;
        dataSizeBytes = other.dataSizeBytes;
        ephemeralCount = other.ephemeralCount;
        lastZxid = other.lastZxid;
    }

    public void observe(TreeObserver newObserver) {
        observer = newObserver;
    }

    private static byte[] rootPath() {
        return new byte[] {'/'};
    }

    public Znode root() {
        return root;
    }

    /** The node with this path, or null. The empty path means the root, as in Apache. */
    public Znode find(String path) {
        byte[] bytes = utf8(path);
        return find(bytes, 0, bytes.length);
    }

    /** The node whose path is these bytes of UTF-8, or null. */
    public Znode find(byte[] path, int from, int to) {
        int length = to - from;
        if (length == 0 || length == 1 && path[from] == '/') {
            return root;
        }
        return index.find(path, from, to);
    }

    private static byte[] utf8(String path) {
        return path.getBytes(StandardCharsets.UTF_8);
    }

    /** The path of the parent; of a child of the root, the root's. */
    public static String parentPath(String path) {
        int slash = path.lastIndexOf('/');
        return slash == 0 ? "/" : path.substring(0, slash);
    }

    private static int lastSlash(byte[] path) {
        int i = path.length - 1;
        while (path[i] != '/') {
            i--;
        }
        return i;
    }

    /**
     * Adds a node below an existing parent.
     *
     * @param childrenCreated the parent's counter of created children after this (in txns: parentCVersion); -1 counts on
     */
    public Znode create(
            String path, byte[] data, List<Acl> acl, long ephemeralOwner, int childrenCreated, long zxid, long timeMs) {
        Znode parent = find(parentPath(path));
        Check.that(parent != null, "a node is created below a parent that does not exist");
        return create(parent, path, data, acl, ephemeralOwner, childrenCreated, zxid, timeMs);
    }

    /** Adds a node below the parent that its path says. */
    public Znode create(
            Znode parent,
            String path,
            byte[] data,
            List<Acl> acl,
            long ephemeralOwner,
            int childrenCreated,
            long zxid,
            long timeMs) {
        byte[] pathBytes = utf8(path);
        int slash = lastSlash(pathBytes);
        subtractDigest(pathBytes, slash, parent);
        int counted = childrenCreated == -1 ? parent.childrenCreated() + 1 : childrenCreated;
        if (counted > parent.childrenCreated()) {
            parent.setChildrenCreated(counted);
            parent.setPzxid(zxid);
        }
        byte[] name = Arrays.copyOfRange(pathBytes, slash + 1, pathBytes.length);
        Znode node = new Znode(parent, name, data, acls.use(acl), ephemeralOwner, zxid, timeMs);
        link(pathBytes, node);
        addDigest(pathBytes, slash, parent);
        addDigest(pathBytes, node);
        observer.changed(parent);
        observer.changed(node);
        return node;
    }

    /** Puts a node in place as it was written down before, parents first. The root may be restored too. */
    public Znode restore(String path, byte[] data, List<Acl> acl, StoredStat stat) {
        byte[] pathBytes = utf8(path);
        if (path.equals("/")) {
            return restoreRoot(data, acl, stat);
        }
        int slash = lastSlash(pathBytes);
        Znode parent = find(pathBytes, 0, slash);
        Check.that(parent != null, "a node is restored before its parent");
        Check.that(find(pathBytes, 0, pathBytes.length) == null, "a node is restored twice");
        byte[] name = Arrays.copyOfRange(pathBytes, slash + 1, pathBytes.length);
        Znode node = new Znode(parent, name, data, acls.use(acl), stat);
        link(pathBytes, node);
        addDigest(pathBytes, node);
        return node;
    }

    private Znode restoreRoot(byte[] data, List<Acl> acl, StoredStat stat) {
        Check.that(root.childCount() == 0, "the root is restored after its children");
        subtractDigest(rootPath(), root);
        acls.release(root.aclId());
        dataSizeBytes -= root.dataLength();
        root = new Znode(null, NO_NAME, data, acls.use(acl), stat);
        dataSizeBytes += root.dataLength();
        addDigest(rootPath(), root);
        return root;
    }

    private void link(byte[] path, Znode node) {
        node.parent().addChild(node);
        index.add(path, node);
        dataSizeBytes += path.length + node.dataLength();
        long owner = node.ephemeralOwner();
        node.setKind(owners.kind(owner));
        switch (node.kind()) {
            case CONTAINER -> containers.add(node);
            case TTL -> ttls.add(node);
            case EPHEMERAL -> {
                ephemeralsBySession
                        .computeIfAbsent(owner, session -> new LinkedHashSet<>())
                        .add(node);
                ephemeralCount++;
            }
            case PERSISTENT -> {}
        }
    }

    /** Removes a node without children. */
    public void delete(Znode node, long zxid) {
        Check.that(node.childCount() == 0 && !node.isRoot(), "a node with children is deleted");
        byte[] path = node.pathBytes();
        Znode parent = node.parent();
        byte[] parentPath = digestEnabled ? parent.pathBytes() : null;
        subtractDigest(parentPath, parent);
        subtractDigest(path, node);
        parent.removeChild(node);
        if (zxid > parent.pzxid()) {
            parent.setPzxid(zxid);
        }
        addDigest(parentPath, parent);
        unlink(path, node);
        observer.changed(parent);
        observer.removed(node);
    }

    private void unlink(byte[] path, Znode node) {
        index.remove(path, node);
        acls.release(node.aclId());
        dataSizeBytes -= path.length + node.dataLength();
        long owner = node.ephemeralOwner();
        switch (node.kind()) {
            case CONTAINER -> containers.remove(node);
            case TTL -> ttls.remove(node);
            case EPHEMERAL -> {
                Set<Znode> owned = ephemeralsBySession.get(owner);
                owned.remove(node);
                ephemeralCount--;
                if (owned.isEmpty()) {
                    ephemeralsBySession.remove(owner);
                }
            }
            case PERSISTENT -> {}
        }
    }

    public void setData(Znode node, byte[] data, int version, long zxid, long timeMs) {
        byte[] path = digestEnabled ? node.pathBytes() : null;
        subtractDigest(path, node);
        int before = node.dataLength();
        node.setData(data, version, zxid, timeMs);
        dataSizeBytes += node.dataLength() - before;
        addDigest(path, node);
        observer.changed(node);
    }

    /** Replaces data that the server keeps for itself below /zookeeper, which leaves the stat as it is. */
    public void setDataQuietly(Znode node, byte[] data) {
        dataSizeBytes -= node.dataLength();
        node.setDataQuietly(data);
        dataSizeBytes += node.dataLength();
        observer.changed(node);
    }

    public void setAcl(Znode node, List<Acl> acl, int aclVersion) {
        byte[] path = digestEnabled ? node.pathBytes() : null;
        subtractDigest(path, node);
        int id = acls.use(acl);
        acls.release(node.aclId());
        node.setAcl(id, aclVersion);
        addDigest(path, node);
        observer.changed(node);
    }

    /** The parent of a child that is there already learns of its creation, unless it knows of later ones. */
    public void raiseChildrenCreated(Znode parent, int childrenCreated, long zxid) {
        int counted = childrenCreated == -1 ? parent.childrenCreated() + 1 : childrenCreated;
        if (counted > parent.childrenCreated()) {
            byte[] path = digestEnabled ? parent.pathBytes() : null;
            subtractDigest(path, parent);
            parent.setChildrenCreated(counted);
            parent.setPzxid(zxid);
            addDigest(path, parent);
            observer.changed(parent);
        }
    }

    /** The parent of a child that is gone already learns of its deletion, unless it knows of a later change. */
    public void raisePzxid(Znode parent, long zxid) {
        if (zxid > parent.pzxid()) {
            byte[] path = digestEnabled ? parent.pathBytes() : null;
            subtractDigest(path, parent);
            parent.setPzxid(zxid);
            addDigest(path, parent);
            observer.changed(parent);
        }
    }

    private long digestOf(byte[] path, Znode node) {
        return digestEnabled ? nodeDigest.of(path, path.length, node) : 0;
    }

    private void subtractDigest(byte[] path, Znode node) {
        if (digestEnabled) {
            subtractDigest(path, path.length, node);
        }
    }

    private void subtractDigest(byte[] path, int length, Znode node) {
        if (digestEnabled) {
            digest -= nodeDigest.of(path, length, node);
        }
    }

    private void addDigest(byte[] path, Znode node) {
        if (digestEnabled) {
            addDigest(path, path.length, node);
        }
    }

    private void addDigest(byte[] path, int length, Znode node) {
        if (digestEnabled) {
            digest += nodeDigest.of(path, length, node);
        }
    }

    public List<Acl> acl(Znode node) {
        return acls.acl(node.aclId());
    }

    public AclTable acls() {
        return acls;
    }

    public OwnerEncoding owners() {
        return owners;
    }

    /** The nodes that go with this session, in the order of their creation. */
    public Collection<Znode> ephemerals(long sessionId) {
        return Collections.unmodifiableSet(ephemeralsBySession.getOrDefault(sessionId, Set.of()));
    }

    /** Sessions that own ephemerals, by id. */
    public Map<Long, Set<Znode>> ephemeralsBySession() {
        return Collections.unmodifiableMap(new TreeMap<>(ephemeralsBySession));
    }

    public long ephemeralCount() {
        return ephemeralCount;
    }

    public Collection<Znode> containers() {
        return Collections.unmodifiableSet(containers);
    }

    public Collection<Znode> ttls() {
        return Collections.unmodifiableSet(ttls);
    }

    /** How many nodes there are, the root included. */
    public int nodeCount() {
        return index.size() + 1;
    }

    /** Bytes of paths and data, as Apache estimates the size of its tree. */
    public long dataSizeBytes() {
        return dataSizeBytes;
    }

    public boolean digestEnabled() {
        return digestEnabled;
    }

    public long digest() {
        return digest;
    }

    /** The zxid of the last txn that has been applied. */
    public long lastZxid() {
        return lastZxid;
    }

    public void setLastZxid(long zxid) {
        lastZxid = zxid;
    }
}
