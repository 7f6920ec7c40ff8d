package io.lyrebird.wire.client;

import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;

/** Which body belongs to which type of request. */
public final class RequestCodec {
    private RequestCodec() {}

    /**
     * The body of a request of this type. Bytes after it are left unread, as Apache leaves them.
     *
     * @return an {@link UnknownRequest} if no request has this type
     * @throws MalformedException if the body is not one of this type
     */
    public static Request decode(int type, ByteBuf body) {
        try {
            return decodeBody(type, body);
        } catch (MalformedException e) {
            throw new MalformedException(OpCode.name(type) + " request: " + e.getMessage());
        }
    }

    /** The inverse of {@link #decode}: the same record is encoded differently for setWatches and setWatches2. */
    public static void encode(int type, Request request, ByteBuf out) {
        if (type == OpCode.SET_WATCHES) {
            ((SetWatchesRequest) request).encodeOld(out);
        } else {
            request.encode(out);
        }
    }

    private static Request decodeBody(int type, ByteBuf body) {
        return switch (type) {
            case OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER -> CreateRequest.decode(body);
            case OpCode.CREATE_TTL -> CreateTtlRequest.decode(body);
            case OpCode.DELETE -> DeleteRequest.decode(body);
            case OpCode.DELETE_CONTAINER -> DeleteContainerRequest.decode(body);
            case OpCode.EXISTS -> ExistsRequest.decode(body);
            case OpCode.GET_DATA -> GetDataRequest.decode(body);
            case OpCode.SET_DATA -> SetDataRequest.decode(body);
            case OpCode.GET_ACL -> GetAclRequest.decode(body);
            case OpCode.SET_ACL -> SetAclRequest.decode(body);
            case OpCode.GET_CHILDREN, OpCode.GET_CHILDREN2 -> GetChildrenRequest.decode(body);
            case OpCode.SYNC -> SyncRequest.decode(body);
            case OpCode.PING -> PingRequest.decode(body);
            case OpCode.CHECK -> CheckVersionRequest.decode(body);
            case OpCode.MULTI, OpCode.MULTI_READ -> MultiRequest.decode(body);
            case OpCode.RECONFIG -> ReconfigRequest.decode(body);
            case OpCode.CHECK_WATCHES -> CheckWatchesRequest.decode(body);
            case OpCode.REMOVE_WATCHES -> RemoveWatchesRequest.decode(body);
            case OpCode.AUTH -> AuthPacket.decode(body);
            case OpCode.SET_WATCHES -> SetWatchesRequest.decodeOld(body);
            case OpCode.SASL -> SaslRequest.decode(body);
            case OpCode.GET_EPHEMERALS -> GetEphemeralsRequest.decode(body);
            case OpCode.GET_ALL_CHILDREN_NUMBER -> GetAllChildrenNumberRequest.decode(body);
            case OpCode.SET_WATCHES2 -> SetWatchesRequest.decode(body);
            case OpCode.ADD_WATCH -> AddWatchRequest.decode(body);
            case OpCode.WHO_AM_I -> WhoAmIRequest.decode(body);
            case OpCode.CREATE_SESSION -> CreateSessionRequest.decode(body);
            case OpCode.CLOSE_SESSION -> CloseSessionRequest.decode(body);
            default -> new UnknownRequest(type);
        };
    }
}
