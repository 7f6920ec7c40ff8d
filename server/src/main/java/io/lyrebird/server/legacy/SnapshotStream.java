package io.lyrebird.server.legacy;

import io.lyrebird.server.image.ImageNode;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.StoreException;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A snapshot on its way from a leader to a learner: the same parts as in a file, without header, checksum and digest, and
 * with a signature at the end (LearnerHandler, Learner.syncWithLeader).
 */
public final class SnapshotStream {
    private static final String SIGNATURE = "BenWasHere";
    private static final int FLUSH_BYTES = 1 << 16;

    private SnapshotStream() {}

    /**
     * Writes the nodes that an image has.
     *
     * @param sessions and their timeouts, of the same state
     * @param acls all that the nodes have, but for the open one
     */
    public static void write(Map<Long, Integer> sessions, List<List<Acl>> acls, ImageCursor image, OutputStream out)
            throws IOException, StoreException {
        ByteBuf buffer = Unpooled.buffer(FLUSH_BYTES);
        TreeOutput.sessions(sessions, buffer);
        Map<List<Acl>, Long> aclIds = writeAcls(acls, buffer);
        while (image.next()) {
            ImageNode node = ImageNode.of(image.key(), image.value());
            if (node != null) {
                write(node, aclIds, buffer);
                if (buffer.readableBytes() >= FLUSH_BYTES) {
                    flush(buffer, out);
                }
            }
        }
        TreeOutput.end(buffer);
        Jute.writeString(buffer, SIGNATURE);
        flush(buffer, out);
    }

    private static Map<List<Acl>, Long> writeAcls(List<List<Acl>> acls, ByteBuf buffer) {
        Map<List<Acl>, Long> ids = new HashMap<>();
        buffer.writeInt(acls.size());
        for (List<Acl> acl : acls) {
            long id = ids.size() + 1L;
            ids.put(acl, id);
            buffer.writeLong(id);
            Acl.encodeList(buffer, acl);
        }
        return ids;
    }

    private static void write(ImageNode node, Map<List<Acl>, Long> aclIds, ByteBuf buffer) throws IOException {
        Long aclId = node.acl() == Acl.OPEN_ACL_UNSAFE ? Long.valueOf(Formats.OPEN_ACL_ID) : aclIds.get(node.acl());
        if (aclId == null) {
            throw new IOException("the node " + node.path() + " has an ACL that no node should have");
        }
        TreeOutput.node(node.path(), out -> Jute.writeBuffer(out, node.data()), aclId, node.stat(), buffer);
    }

    private static void flush(ByteBuf buffer, OutputStream out) throws IOException {
        out.write(buffer.array(), 0, buffer.writerIndex());
        buffer.clear();
    }

    /** Reads exactly one snapshot into an empty tree; if that fails, tree and sessions are of no use. */
    public static void read(InputStream in, Tree tree, Sessions sessions) throws IOException {
        CheckedInput input = CheckedInput.exactly(in);
        TreeInput parts = new TreeInput(input, tree, sessions);
        try {
            parts.read(() -> {});
            if (!parts.unknownAclPaths().isEmpty()) {
                throw new MalformedException(
                        "the ACL of the node " + parts.unknownAclPaths().get(0) + " is not in it");
            }
            if (!SIGNATURE.equals(input.readString())) {
                throw new MalformedException("it is not signed at the end");
            }
        } catch (MalformedException e) {
            throw new IOException("the leader's snapshot cannot be read: " + e.getMessage(), e);
        }
    }
}
