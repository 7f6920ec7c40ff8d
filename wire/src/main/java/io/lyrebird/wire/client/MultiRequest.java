package io.lyrebird.wire.client;

import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of multi (writes: all or nothing) and multiRead (reads). Operations of both kinds in one request are
 * malformed, as they are to Apache.
 */
public record MultiRequest(List<Op> ops) implements Request {
    /** One operation: its type, which may differ from the one sent (see {@link #decodeOp}), and its body. */
    public record Op(int type, Request request) {}

    @Override
    public void encode(ByteBuf out) {
        for (Op op : ops) {
            new MultiHeader(op.type, false, -1).encode(out);
            op.request.encode(out);
        }
        MultiHeader.END.encode(out);
    }

    public static MultiRequest decode(ByteBuf in) {
        List<Op> ops = new ArrayList<>();
        MultiHeader header = MultiHeader.decode(in);
        while (!header.done()) {
            Op op = decodeOp(header.type(), in);
            if (!ops.isEmpty() && isRead(op) != isRead(ops.get(0))) {
                throw new MalformedException("reads and writes in one multi");
            }
            ops.add(op);
            header = MultiHeader.decode(in);
        }
        return new MultiRequest(ops);
    }

    /**
     * What Apache's MultiOperationRecord makes of an operation: a read never sets a watch, and the flags of a create
     * decide its type before the type that was sent does.
     */
    private static Op decodeOp(int type, ByteBuf in) {
        return switch (type) {
            case OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER -> createOp(type, CreateRequest.decode(in));
            case OpCode.CREATE_TTL -> createTtlOp(CreateTtlRequest.decode(in));
            case OpCode.DELETE -> new Op(type, DeleteRequest.decode(in));
            case OpCode.SET_DATA -> new Op(type, SetDataRequest.decode(in));
            case OpCode.CHECK -> new Op(type, CheckVersionRequest.decode(in));
            case OpCode.GET_CHILDREN ->
                new Op(
                        type,
                        new GetChildrenRequest(GetChildrenRequest.decode(in).path(), false));
            case OpCode.GET_DATA ->
                new Op(type, new GetDataRequest(GetDataRequest.decode(in).path(), false));
            default -> throw new MalformedException(OpCode.name(type) + " in a multi");
        };
    }

    private static Op createOp(int type, CreateRequest request) {
        CreateMode mode = CreateMode.ofFlag(request.flags());
        if (mode == null || mode.ttl()) {
            throw new MalformedException("flags " + request.flags() + " for a create without a ttl in a multi");
        }
        if (request.acl() == null) {
            throw new MalformedException("no acl for a create in a multi");
        }
        return new Op(mode.container() ? OpCode.CREATE_CONTAINER : type, request);
    }

    private static Op createTtlOp(CreateTtlRequest request) {
        CreateMode mode = CreateMode.ofFlag(request.flags());
        if (mode != null && mode.ttl()) {
            return new Op(OpCode.CREATE_TTL, request);
        }
        boolean container = mode != null && mode.container();
        return new Op(
                container ? OpCode.CREATE_CONTAINER : OpCode.CREATE,
                new CreateRequest(request.path(), request.data(), request.acl(), request.flags()));
    }

    private static boolean isRead(Op op) {
        return op.type == OpCode.GET_CHILDREN || op.type == OpCode.GET_DATA;
    }
}
