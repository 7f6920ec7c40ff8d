package io.lyrebird.server.legacy;

import io.lyrebird.server.tree.Subtree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.txn.TxnDigest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.Adler32;

/**
 * A snapshot as Apache writes it: node by node, while the history goes on. A node is written as it is when its turn comes,
 * with the children that it has then; the sessions and the table of ACLs are those of the beginning.
 */
final class FuzzySnapshot {
    private final History history;
    private final Random random;
    private final boolean withTrailers;
    private final ByteBuf out = Unpooled.buffer();
    private final Adler32 checksum = new Adler32();
    private final Map<List<Acl>, Long> aclIds = new HashMap<>();
    private int sealedTo;

    FuzzySnapshot(History history, Random random, boolean withTrailers) {
        this.history = history;
        this.random = random;
        this.withTrailers = withTrailers;
    }

    byte[] write() {
        out.writeInt(Formats.SNAPSHOT_MAGIC).writeInt(Formats.VERSION).writeLong(Formats.SNAPSHOT_DB_ID);
        Map<Long, Integer> sessions = history.sessions.timeouts();
        out.writeInt(sessions.size());
        sessions.forEach((id, timeoutMs) -> out.writeLong(id).writeInt(timeoutMs));
        writeAcls();
        writeNode("");
        Jute.writeString(out, "/");
        seal();
        if (withTrailers) {
            long zxid = history.tree.lastZxid();
            out.writeLong(zxid);
            new TxnDigest(TxnDigest.APACHE_VERSION, history.tree.digest()).encode(out);
            seal();
            out.writeLong(zxid);
            seal();
        }
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    private void writeAcls() {
        Subtree.forEach(history.tree.root(), node -> aclId(history.tree.acl(node)));
        out.writeInt(aclIds.size());
        aclIds.forEach((acl, id) -> {
            out.writeLong(id);
            Acl.encodeList(out, acl);
        });
    }

    /** An ACL that comes after the table was written gets an id that is not in it. */
    private long aclId(List<Acl> acl) {
        if (acl.equals(Acl.OPEN_ACL_UNSAFE)) {
            return Formats.OPEN_ACL_ID;
        }
        return aclIds.computeIfAbsent(acl, unseen -> aclIds.size() + 1L);
    }

    private void writeNode(String path) {
        if (random.nextInt(3) == 0) {
            history.advance(random.nextInt(4));
        }
        Znode node = history.tree.find(path);
        if (node == null) {
            return;
        }
        Jute.writeString(out, path);
        node.writeData(out);
        out.writeLong(aclId(history.tree.acl(node)));
        out.writeLong(node.czxid()).writeLong(node.mzxid());
        out.writeLong(node.ctimeMs()).writeLong(node.mtimeMs());
        out.writeInt(node.version()).writeInt(node.childrenCreated()).writeInt(node.aclVersion());
        out.writeLong(node.ephemeralOwner()).writeLong(node.pzxid());
        List<String> children = new ArrayList<>();
        for (int i = 0; i < node.childCount(); i++) {
            children.add(node.child(i).name());
        }
        children.forEach(child -> writeNode(path + "/" + child));
    }

    private void seal() {
        checksum.update(out.array(), sealedTo, out.writerIndex() - sealedTo);
        sealedTo = out.writerIndex();
        out.writeLong(checksum.getValue());
        Jute.writeString(out, "/");
    }
}
