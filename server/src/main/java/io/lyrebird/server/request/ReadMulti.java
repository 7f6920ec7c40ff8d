package io.lyrebird.server.request;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.GetChildrenRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.OpResult;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * multiRead: each operation has a result or an error of its own. An answer beyond the limit is an error as a whole, found
 * before any of it is encoded.
 */
final class ReadMulti {
    /** At least what a result takes beside data and names. */
    private static final int RESULT_BYTES = 16;

    private ReadMulti() {}

    static ErrorCode multiRead(ReadContext context, ByteBuf in, ByteBuf out) {
        List<OpResult> results = new ArrayList<>();
        long bytes = 0;
        for (MultiRequest.Op op : MultiRequest.decode(in).ops()) {
            OpResult result = switch (op.type()) {
                case OpCode.GET_DATA -> getData(context, ((GetDataRequest) op.request()).path());
                case OpCode.GET_CHILDREN -> getChildren(context, ((GetChildrenRequest) op.request()).path());
                default -> throw new MalformedException(OpCode.name(op.type()) + " in a multiRead");
            };
            bytes += bytes(result);
            if (bytes > context.multiReadBytesMax()) {
                return ErrorCode.MARSHALLING_ERROR;
            }
            results.add(result);
        }
        // At once, or it would be copied each time it grows.
        out.ensureWritable((int) bytes);
        new MultiResponse(results).encode(out);
        return ErrorCode.OK;
    }

    private static long bytes(OpResult result) {
        long bytes = RESULT_BYTES;
        if (result instanceof OpResult.GetDataResult read && read.data() != null) {
            bytes += read.data().length;
        } else if (result instanceof OpResult.GetChildrenResult read) {
            for (String child : read.children()) {
                bytes += Integer.BYTES + child.length();
            }
        }
        return bytes;
    }

    private static OpResult getData(ReadContext context, String path) {
        Znode node = find(context.tree(), path);
        ErrorCode refusal = ReadNode.checkReadable(context, node);
        return refusal == ErrorCode.OK
                ? new OpResult.GetDataResult(node.data(), node.stat())
                : new OpResult.ErrorResult(refusal.code());
    }

    private static OpResult getChildren(ReadContext context, String path) {
        Znode node = find(context.tree(), path);
        ErrorCode refusal = ReadNode.checkReadable(context, node);
        if (refusal != ErrorCode.OK) {
            return new OpResult.ErrorResult(refusal.code());
        }
        List<String> children = new ArrayList<>(node.childCount());
        for (int i = 0; i < node.childCount(); i++) {
            children.add(node.child(i).name());
        }
        return new OpResult.GetChildrenResult(children);
    }

    private static Znode find(Tree tree, String path) {
        return tree.find(ZnodePaths.required(path));
    }
}
