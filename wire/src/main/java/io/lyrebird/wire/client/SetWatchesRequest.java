package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * What a client watches, told again after it has reconnected. setWatches2 has all five lists; setWatches, which
 * clients before 3.6 send, has the first three, and the others decode as empty.
 */
public record SetWatchesRequest(
        long relativeZxid,
        List<String> dataWatches,
        List<String> existWatches,
        List<String> childWatches,
        List<String> persistentWatches,
        List<String> persistentRecursiveWatches)
        implements Request {
    /** As setWatches2. */
    @Override
    public void encode(ByteBuf out) {
        encodeOld(out);
        Jute.writeStrings(out, persistentWatches);
        Jute.writeStrings(out, persistentRecursiveWatches);
    }

    /** As setWatches: the persistent watches are left out. */
    public void encodeOld(ByteBuf out) {
        out.writeLong(relativeZxid);
        Jute.writeStrings(out, dataWatches);
        Jute.writeStrings(out, existWatches);
        Jute.writeStrings(out, childWatches);
    }

    /** Of setWatches2. */
    public static SetWatchesRequest decode(ByteBuf in) {
        return new SetWatchesRequest(
                Jute.readLong(in),
                Jute.readStrings(in),
                Jute.readStrings(in),
                Jute.readStrings(in),
                Jute.readStrings(in),
                Jute.readStrings(in));
    }

    /** Of setWatches. */
    public static SetWatchesRequest decodeOld(ByteBuf in) {
        return new SetWatchesRequest(
                Jute.readLong(in),
                Jute.readStrings(in),
                Jute.readStrings(in),
                Jute.readStrings(in),
                List.of(),
                List.of());
    }
}
