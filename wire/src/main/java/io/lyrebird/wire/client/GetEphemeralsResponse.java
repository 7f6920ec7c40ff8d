package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Answers getEphemerals. */
public record GetEphemeralsResponse(List<String> ephemerals) implements Response {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeStrings(out, ephemerals);
    }

    public static GetEphemeralsResponse decode(ByteBuf in) {
        return new GetEphemeralsResponse(Jute.readStrings(in));
    }
}
