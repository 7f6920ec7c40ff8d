package io.lyrebird.server.request;

import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Stat;
import java.util.List;

/**
 * What became of a txn when it was applied.
 *
 * @param type the type of the txn, or OpCode.ERROR
 * @param err the error code of the reply, 0 if there is none; a multi that failed says so in its parts
 * @param path the node, if the txn is about one
 * @param stat of the node afterwards, if the reply has it
 * @param multi the results of the parts of a multi, else null
 */
public record ApplyResult(int type, int err, String path, Stat stat, List<ApplyResult> multi) {
    static ApplyResult ok(int type, String path, Stat stat) {
        return new ApplyResult(type, 0, path, stat, null);
    }

    static ApplyResult failed(int type, ErrorCode error, String path) {
        return new ApplyResult(type, error.code(), path, null, null);
    }
}
