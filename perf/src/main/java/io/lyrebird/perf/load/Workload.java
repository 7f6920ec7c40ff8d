package io.lyrebird.perf.load;

import io.netty.buffer.ByteBuf;

/** What one connection asks for, request by request. Belongs to the connection's loop. */
public interface Workload {
    /** Appends the next request's frame and says what it asks for; null, and nothing appended, if there is no more. */
    Operation next(ByteBuf out, int xid);
}
