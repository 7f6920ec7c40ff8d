package io.lyrebird.server.request;

import io.lyrebird.wire.client.Create2Response;
import io.lyrebird.wire.client.CreateResponse;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.OpResult;
import io.lyrebird.wire.client.Response;
import io.lyrebird.wire.client.SetAclResponse;
import io.lyrebird.wire.client.SetDataResponse;
import java.util.ArrayList;
import java.util.List;

/** What a client is told about its write once it has been applied (FinalRequestProcessor). */
public final class WriteReplies {
    private WriteReplies() {}

    /** The body of the reply; null where there is none, as in every error. */
    public static Response of(ApplyResult result) {
        if (result.err() != 0) {
            return null;
        }
        return switch (result.type()) {
            case OpCode.CREATE -> new CreateResponse(result.path());
            case OpCode.CREATE2, OpCode.CREATE_TTL, OpCode.CREATE_CONTAINER ->
                new Create2Response(result.path(), result.stat());
            case OpCode.SET_DATA -> new SetDataResponse(result.stat());
            case OpCode.SET_ACL -> new SetAclResponse(result.stat());
            case OpCode.MULTI -> multi(result.multi());
            default -> null;
        };
    }

    private static MultiResponse multi(List<ApplyResult> results) {
        List<OpResult> parts = new ArrayList<>(results.size());
        for (ApplyResult result : results) {
            parts.add(
                    switch (result.type()) {
                        case OpCode.CREATE -> new OpResult.CreateResult(result.path());
                        case OpCode.CREATE2, OpCode.CREATE_TTL, OpCode.CREATE_CONTAINER ->
                            new OpResult.Create2Result(result.path(), result.stat());
                        case OpCode.DELETE, OpCode.DELETE_CONTAINER -> new OpResult.DeleteResult();
                        case OpCode.SET_DATA -> new OpResult.SetDataResult(result.stat());
                        case OpCode.CHECK -> new OpResult.CheckResult();
                        default -> new OpResult.ErrorResult(result.err());
                    });
        }
        return new MultiResponse(parts);
    }
}
