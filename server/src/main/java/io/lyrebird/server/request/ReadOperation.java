package io.lyrebird.server.request;

import io.lyrebird.wire.client.ErrorCode;
import io.netty.buffer.ByteBuf;

/** Answers one type of request that changes nothing but watches. Called inside a read phase. */
public interface ReadOperation {
    /**
     * Reads the body of the request from {@code in} and writes the body of the reply to {@code out}. Unless the result is
     * OK, whatever was written to {@code out} is to be dropped. A body that is malformed gives MARSHALLING_ERROR.
     */
    ErrorCode answer(ReadContext context, ByteBuf in, ByteBuf out);
}
