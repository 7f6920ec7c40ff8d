package io.lyrebird.server.request;

import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.tree.AclTable;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What reads are answered from, and who asks. One per client loop, told of the connection before each request. */
public final class ReadContext {
    private static final int SCRATCH_BYTES = 256;

    private final Tree tree;
    private final Authorizer authorizer;
    private final int multiReadBytesMax;
    private long sessionId;
    private List<Identity> identities = List.of();
    private WatchRegistry watches;
    private byte[] path = new byte[SCRATCH_BYTES];
    private int pathLength;

    /**
     * @param multiReadBytesMax how long the answer to a multiRead may be: a short request can ask for the same large node
     *     thousands of times
     */
    public ReadContext(Tree tree, Authorizer authorizer, int multiReadBytesMax) {
        this.tree = tree;
        this.authorizer = authorizer;
        this.multiReadBytesMax = multiReadBytesMax;
    }

    /** The requests that follow are this connection's. */
    public ReadContext of(long sessionId, List<Identity> identities, WatchRegistry watches) {
        this.sessionId = sessionId;
        this.identities = identities;
        this.watches = watches;
        return this;
    }

    Tree tree() {
        return tree;
    }

    Authorizer authorizer() {
        return authorizer;
    }

    int multiReadBytesMax() {
        return multiReadBytesMax;
    }

    long sessionId() {
        return sessionId;
    }

    List<Identity> identities() {
        return identities;
    }

    WatchRegistry watches() {
        return watches;
    }

    boolean may(Znode node, int perms) {
        return node.aclId() == AclTable.OPEN || authorizer.allows(tree.acl(node), perms, identities);
    }

    /** Takes a path from a request's body; it stays until the next one is taken. */
    void readPath(ByteBuf in) {
        int length = Jute.readInt(in);
        if (length < 0 || length > in.readableBytes()) {
            throw new MalformedException("path of " + length + " bytes, but " + in.readableBytes() + " bytes remain");
        }
        if (length > path.length) {
            path = new byte[Math.max(length, 2 * path.length)];
        }
        in.readBytes(path, 0, length);
        pathLength = length;
    }

    /** The node that the path names, or null. */
    Znode find() {
        return tree.find(path, 0, pathLength);
    }

    boolean pathIsEmpty() {
        return pathLength == 0;
    }

    boolean pathHasNul() {
        for (int i = 0; i < pathLength; i++) {
            if (path[i] == 0) {
                return true;
            }
        }
        return false;
    }

    /** The path as a string, for what outlives the request: a watch. */
    String path() {
        return new String(path, 0, pathLength, StandardCharsets.UTF_8);
    }
}
