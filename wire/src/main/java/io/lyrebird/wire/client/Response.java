package io.lyrebird.wire.client;

import io.netty.buffer.ByteBuf;

/**
 * The body of a reply, after its {@link ReplyHeader}. Records with a {@code byte[]} compare by their encoded bytes,
 * not by equals.
 */
public sealed interface Response
        permits Create2Response,
                CreateResponse,
                EmptyResponse,
                ErrorResponse,
                ExistsResponse,
                GetAclResponse,
                GetAllChildrenNumberResponse,
                GetChildren2Response,
                GetChildrenResponse,
                GetDataResponse,
                GetEphemeralsResponse,
                MultiResponse,
                SaslResponse,
                SetAclResponse,
                SetDataResponse,
                SyncResponse,
                WhoAmIResponse {
    void encode(ByteBuf out);
}
