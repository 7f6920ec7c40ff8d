package io.lyrebird.zab.sim;

import io.lyrebird.wire.peer.LearnerMessage;
import java.util.List;

/**
 * What a client asks for.
 *
 * @param number of the txn, if it is a write
 * @param floor  how much of the list some client had been told of when it began
 */
record SimOperation(SimClient client, boolean isSync, long number, int floor) {
    /** As a follower forwards it: the number is in the body. */
    LearnerMessage.Request forwarded() {
        return new LearnerMessage.Request(1, isSync ? 1 : 0, isSync ? 9 : 1, new Entry(0, number).txn(), List.of());
    }

    static boolean isSync(LearnerMessage.Request request) {
        return request.xid() == 1;
    }

    static long number(LearnerMessage.Request request) {
        return Entry.of(0, request.body()).number();
    }
}
