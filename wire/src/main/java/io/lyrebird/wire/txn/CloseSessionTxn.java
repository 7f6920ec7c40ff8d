package io.lyrebird.wire.txn;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * The end of a session, with the ephemerals to delete. Servers before 3.6, or with closeSessionTxn.enabled=false,
 * write no body at all: then the paths are null, and what goes is what the session owns when the txn is applied.
 */
public record CloseSessionTxn(List<String> paths2Delete) implements Txn {
    public static final CloseSessionTxn WITHOUT_PATHS = new CloseSessionTxn(null);

    public boolean hasPaths() {
        return paths2Delete != null;
    }

    @Override
    public void encode(ByteBuf out) {
        if (hasPaths()) {
            Jute.writeStrings(out, paths2Delete);
        }
    }

    public static CloseSessionTxn decode(ByteBuf in) {
        return new CloseSessionTxn(Jute.readStrings(in));
    }

    @Override
    public int size() {
        return hasPaths() ? Jute.sizeOf(paths2Delete, Jute::sizeOf) : 0;
    }
}
