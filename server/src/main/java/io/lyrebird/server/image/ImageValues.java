package io.lyrebird.server.image;

import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.Acl;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of the image. A node's value holds its stored stat, its ACL in full (the open one, which most nodes have, as
 * one byte) and its data: an entry stands for itself, and no table of ACLs can disagree with it.
 */
final class ImageValues {
    private static final byte OPEN_ACL = 0;
    private static final byte FULL_ACL = 1;
    private static final int STAT_BYTES = 6 * Long.BYTES + 3 * Integer.BYTES;

    /** A node as it was written down. */
    record Node(byte[] data, List<Acl> acl, StoredStat stat) {}

    /** What the image says about itself. */
    record Summary(boolean hasDigest, long digest, int nodeCount) {}

    private ImageValues() {}

    static byte[] node(Tree tree, Znode node) {
        ByteBuf out = Unpooled.buffer(STAT_BYTES + 1 + Integer.BYTES + node.dataLength());
        writeStat(node, out);
        List<Acl> acl = tree.acl(node);
        if (acl.equals(Acl.OPEN_ACL_UNSAFE)) {
            out.writeByte(OPEN_ACL);
        } else {
            out.writeByte(FULL_ACL);
            writeAcl(acl, out);
        }
        node.writeData(out);
        return exactBytes(out);
    }

    private static void writeStat(Znode node, ByteBuf out) {
        out.writeLong(node.czxid());
        out.writeLong(node.mzxid());
        out.writeLong(node.pzxid());
        out.writeLong(node.ctimeMs());
        out.writeLong(node.mtimeMs());
        out.writeInt(node.version());
        out.writeInt(node.childrenCreated());
        out.writeInt(node.aclVersion());
        out.writeLong(node.ephemeralOwner());
    }

    private static void writeAcl(List<Acl> acl, ByteBuf out) {
        out.writeInt(acl.size());
        for (Acl entry : acl) {
            entry.encode(out);
        }
    }

    private static byte[] exactBytes(ByteBuf out) {
        if (out.readableBytes() == out.array().length) {
            return out.array();
        }
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    static Node node(byte[] value) {
        ByteBuf in = Unpooled.wrappedBuffer(value);
        StoredStat stat = new StoredStat(
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readInt(),
                in.readInt(),
                in.readInt(),
                in.readLong());
        List<Acl> acl = in.readByte() == OPEN_ACL ? Acl.OPEN_ACL_UNSAFE : readAcl(in);
        return new Node(Jute.readBuffer(in), acl, stat);
    }

    private static List<Acl> readAcl(ByteBuf in) {
        int count = in.readInt();
        List<Acl> acl = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            acl.add(Acl.decode(in));
        }
        return acl;
    }

    static byte[] session(int timeoutMs) {
        return exactBytes(Unpooled.buffer(Integer.BYTES).writeInt(timeoutMs));
    }

    static int sessionTimeoutMs(byte[] value) {
        return Unpooled.wrappedBuffer(value).readInt();
    }

    static byte[] summary(Tree tree) {
        return exactBytes(Unpooled.buffer(1 + Long.BYTES + Integer.BYTES)
                .writeBoolean(tree.digestEnabled())
                .writeLong(tree.digest())
                .writeInt(tree.nodeCount()));
    }

    static Summary summary(byte[] value) {
        ByteBuf in = Unpooled.wrappedBuffer(value);
        return new Summary(in.readBoolean(), in.readLong(), in.readInt());
    }
}
