package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;

/** Stands before each operation of a multi and each of its results; one that is done ends the list. */
record MultiHeader(int type, boolean done, int err) {
    static final MultiHeader END = new MultiHeader(-1, true, -1);

    void encode(ByteBuf out) {
        out.writeInt(type);
        Jute.writeBool(out, done);
        out.writeInt(err);
    }

    static MultiHeader decode(ByteBuf in) {
        return new MultiHeader(Jute.readInt(in), Jute.readBool(in), Jute.readInt(in));
    }
}
