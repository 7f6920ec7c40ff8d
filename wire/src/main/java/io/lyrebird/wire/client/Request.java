package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/**
 * The body of a request. Its type is not part of it, since several types share a body: it travels beside it, as on the
 * wire. Data and lists belong to whoever decoded or made them and are not changed afterwards. Records with a
 * {@code byte[]} compare by their encoded bytes, not by equals.
 */
public sealed interface Request
        permits AddWatchRequest,
                AuthPacket,
                CheckVersionRequest,
                CheckWatchesRequest,
                CloseSessionRequest,
                CreateRequest,
                CreateSessionRequest,
                CreateTtlRequest,
                DeleteContainerRequest,
                DeleteRequest,
                ExistsRequest,
                GetAclRequest,
                GetAllChildrenNumberRequest,
                GetChildrenRequest,
                GetDataRequest,
                GetEphemeralsRequest,
                MultiRequest,
                PingRequest,
                ReconfigRequest,
                RemoveWatchesRequest,
                SaslRequest,
                SetAclRequest,
                SetDataRequest,
                SetWatchesRequest,
                SyncRequest,
                UnknownRequest,
                WhoAmIRequest {
    void encode(ByteBuf out);
}
