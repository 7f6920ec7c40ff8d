package io.lyrebird.server.legacy;

import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.function.Consumer;

/** The parts of a snapshot as Apache writes them, into files and to learners (SerializeUtils, DataTree.serialize). */
final class TreeOutput {
    private TreeOutput() {}

    static void sessions(Map<Long, Integer> timeoutsMs, ByteBuf out) {
        out.writeInt(timeoutsMs.size());
        timeoutsMs.forEach((id, timeoutMs) -> {
            out.writeLong(id);
            out.writeInt(timeoutMs);
        });
    }

    /** @param data writes the data of the node */
    static void node(String path, Consumer<ByteBuf> data, long aclId, StoredStat stat, ByteBuf out) {
        Jute.writeString(out, path.equals(SystemNodes.ROOT) ? "" : path);
        data.accept(out);
        out.writeLong(aclId);
        out.writeLong(stat.czxid());
        out.writeLong(stat.mzxid());
        out.writeLong(stat.ctimeMs());
        out.writeLong(stat.mtimeMs());
        out.writeInt(stat.version());
        out.writeInt(stat.childrenCreated());
        out.writeInt(stat.aclVersion());
        out.writeLong(stat.ephemeralOwner());
        out.writeLong(stat.pzxid());
    }

    /** All nodes have been written. */
    static void end(ByteBuf out) {
        Jute.writeString(out, Formats.END_MARK);
    }
}
