package io.lyrebird.server.legacy;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.AclTable;
import io.lyrebird.server.tree.Subtree;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDigest;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.Adler32;

/** Writes a tree and its sessions as a snapshot of Apache's, which is exactly the state at one zxid. */
final class SnapshotWriter {
    private static final int FLUSH_BYTES = 1 << 16;

    private final Tree tree;
    private final Sessions sessions;
    private final OutputStream out;
    private final Progress progress;
    private final Adler32 checksum = new Adler32();
    private final ByteBuf buffer = Unpooled.buffer(FLUSH_BYTES);
    private long nodesWritten;
    private IOException failure;

    SnapshotWriter(Tree tree, Sessions sessions, OutputStream out, Path file, Notices notices) {
        this.tree = tree;
        this.sessions = sessions;
        this.out = out;
        this.progress = new Progress(notices, "Writing", file, "nodes");
    }

    void write() throws IOException {
        buffer.writeInt(Formats.SNAPSHOT_MAGIC);
        buffer.writeInt(Formats.VERSION);
        buffer.writeLong(Formats.SNAPSHOT_DB_ID);
        TreeOutput.sessions(sessions.timeouts(), buffer);
        writeAcls();
        Subtree.forEach(tree.root(), this::writeNode);
        if (failure != null) {
            throw failure;
        }
        TreeOutput.end(buffer);
        seal();
        if (tree.digestEnabled()) {
            buffer.writeLong(tree.lastZxid());
            buffer.writeInt(TreeDigest.VERSION);
            buffer.writeLong(tree.digest());
            seal();
        }
        buffer.writeLong(tree.lastZxid());
        seal();
        flush();
    }

    private void writeAcls() {
        SortedSet<Integer> used = new TreeSet<>();
        Subtree.forEach(tree.root(), node -> used.add(node.aclId()));
        used.remove(AclTable.OPEN);
        buffer.writeInt(used.size());
        for (int id : used) {
            buffer.writeLong(id);
            Acl.encodeList(buffer, tree.acls().acl(id));
        }
    }

    private void writeNode(Znode node) {
        if (failure != null) {
            return;
        }
        TreeOutput.node(
                node.isRoot() ? SystemNodes.ROOT : node.path(),
                node::writeData,
                node.aclId() == AclTable.OPEN ? Formats.OPEN_ACL_ID : node.aclId(),
                node.storedStat(),
                buffer);
        nodesWritten++;
        progress.step(nodesWritten, tree.nodeCount());
        try {
            if (buffer.readableBytes() >= FLUSH_BYTES) {
                flush();
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void seal() throws IOException {
        flush();
        buffer.writeLong(checksum.getValue());
        Jute.writeString(buffer, Formats.END_MARK);
    }

    private void flush() throws IOException {
        checksum.update(buffer.array(), 0, buffer.writerIndex());
        out.write(buffer.array(), 0, buffer.writerIndex());
        buffer.clear();
    }
}
