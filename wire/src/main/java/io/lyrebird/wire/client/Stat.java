package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** What a client may know of a znode besides its data and ACL. */
public record Stat(
        long czxid,
        long mzxid,
        long ctime,
        long mtime,
        int version,
        int cversion,
        int aversion,
        long ephemeralOwner,
        int dataLength,
        int numChildren,
        long pzxid) {
    public static final int BYTES = 6 * Long.BYTES + 5 * Integer.BYTES;

    public void encode(ByteBuf out) {
        out.ensureWritable(BYTES);
        out.writeLong(czxid);
        out.writeLong(mzxid);
        out.writeLong(ctime);
        out.writeLong(mtime);
        out.writeInt(version);
        out.writeInt(cversion);
        out.writeInt(aversion);
        out.writeLong(ephemeralOwner);
        out.writeInt(dataLength);
        out.writeInt(numChildren);
        out.writeLong(pzxid);
    }

    public static Stat decode(ByteBuf in) {
        return new Stat(
                Jute.readLong(in),
                Jute.readLong(in),
                Jute.readLong(in),
                Jute.readLong(in),
                Jute.readInt(in),
                Jute.readInt(in),
                Jute.readInt(in),
                Jute.readLong(in),
                Jute.readInt(in),
                Jute.readInt(in),
                Jute.readLong(in));
    }
}
