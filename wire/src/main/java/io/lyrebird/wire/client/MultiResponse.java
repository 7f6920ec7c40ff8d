package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Answers multi and multiRead: a result for each operation, in its order. */
public record MultiResponse(List<OpResult> results) implements Response {
    @Override
    public void encode(ByteBuf out) {
        for (OpResult result : results) {
            int err = result instanceof OpResult.ErrorResult error ? error.err() : 0;
            new MultiHeader(result.type(), false, err).encode(out);
            result.encode(out);
        }
        MultiHeader.END.encode(out);
    }

    public static MultiResponse decode(ByteBuf in) {
        List<OpResult> results = new ArrayList<>();
        MultiHeader header = MultiHeader.decode(in);
        while (!header.done()) {
            results.add(OpResult.decode(header.type(), in));
            header = MultiHeader.decode(in);
        }
        return new MultiResponse(results);
    }
}
