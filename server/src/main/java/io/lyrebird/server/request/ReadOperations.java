package io.lyrebird.server.request;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;

/** Which read answers which type of request. */
public final class ReadOperations {
    private static final ReadOperation[] BY_OP_CODE = new ReadOperation[OpCode.WHO_AM_I + 1];

    static {
        put(OpCode.EXISTS, ReadNode::exists);
        put(OpCode.GET_DATA, ReadNode::getData);
        put(OpCode.GET_CHILDREN, ReadNode::getChildren);
        put(OpCode.GET_CHILDREN2, ReadNode::getChildren2);
        put(OpCode.GET_ALL_CHILDREN_NUMBER, ReadNode::getAllChildrenNumber);
        put(OpCode.GET_ACL, ReadAcl::getAcl);
        put(OpCode.GET_EPHEMERALS, ReadSession::getEphemerals);
        put(OpCode.WHO_AM_I, ReadSession::whoAmI);
        put(OpCode.MULTI_READ, ReadMulti::multiRead);
        put(OpCode.SET_WATCHES, WatchRequests::setWatches);
        put(OpCode.SET_WATCHES2, WatchRequests::setWatches2);
        put(OpCode.ADD_WATCH, WatchRequests::addWatch);
        put(OpCode.CHECK_WATCHES, WatchRequests::checkWatches);
        put(OpCode.REMOVE_WATCHES, WatchRequests::removeWatches);
    }

    private ReadOperations() {}

    private static void put(int opCode, ReadOperation operation) {
        BY_OP_CODE[opCode] = (context, in, out) -> {
            try {
                return operation.answer(context, in, out);
            } catch (MalformedException e) {
                return ErrorCode.MARSHALLING_ERROR;
            }
        };
    }

    /** Null if a request of this type is not answered by reading. */
    public static ReadOperation of(int opCode) {
        return opCode >= 0 && opCode < BY_OP_CODE.length ? BY_OP_CODE[opCode] : null;
    }
}
