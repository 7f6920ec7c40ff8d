package io.lyrebird.server.request;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.CheckVersionRequest;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.txn.ErrorTxn;
import io.lyrebird.wire.txn.MultiTxn;
import io.lyrebird.wire.txn.Txn;
import java.util.ArrayList;
import java.util.List;

/**
 * multi: each operation sees what those before it will do. If one is refused, nothing of the others stays pending, and the
 * txn says so: it is still a multi, with the error in its place and RuntimeInconsistency for all that follow.
 */
final class PrepareMulti {
    private final PrepareCreate create;
    private final PrepareSetData setData;

    PrepareMulti(PrepareCreate create, PrepareSetData setData) {
        this.create = create;
        this.setData = setData;
    }

    Txn prepare(Preparation p, MultiRequest request) {
        List<MultiTxn.SubTxn> txns = new ArrayList<>(request.ops().size());
        boolean failed = true;
        p.pending().beginMulti();
        try {
            failed = prepareAll(p, request, txns);
        } finally {
            if (failed) {
                p.pending().rollBackMulti();
            } else {
                p.pending().keepMulti();
            }
        }
        return new MultiTxn(txns);
    }

    private boolean prepareAll(Preparation p, MultiRequest request, List<MultiTxn.SubTxn> txns) {
        for (MultiRequest.Op op : request.ops()) {
            requirePath(op);
        }
        boolean failed = false;
        for (MultiRequest.Op op : request.ops()) {
            Txn txn = failed ? Preparation.refuse(ErrorCode.RUNTIME_INCONSISTENCY) : prepareOp(p, op);
            boolean refused = txn instanceof ErrorTxn;
            txns.add(new MultiTxn.SubTxn(refused ? OpCode.ERROR : op.type(), txn));
            failed |= refused;
        }
        return failed;
    }

    /** Apache looks at all paths before it begins: a missing one spoils the whole request. */
    private static void requirePath(MultiRequest.Op op) {
        String path = switch (op.type()) {
            case OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER -> ((CreateRequest) op.request()).path();
            case OpCode.CREATE_TTL -> ((CreateTtlRequest) op.request()).path();
            case OpCode.DELETE -> ((DeleteRequest) op.request()).path();
            case OpCode.SET_DATA -> ((SetDataRequest) op.request()).path();
            case OpCode.CHECK -> ((CheckVersionRequest) op.request()).path();
            default -> throw new MalformedException(OpCode.name(op.type()) + " in a multi");
        };
        ZnodePaths.required(path);
    }

    private Txn prepareOp(Preparation p, MultiRequest.Op op) {
        return switch (op.type()) {
            case OpCode.CREATE_TTL -> create.prepare(p, (CreateTtlRequest) op.request());
            case OpCode.DELETE -> PrepareDelete.prepare(p, (DeleteRequest) op.request());
            case OpCode.SET_DATA -> setData.prepare(p, (SetDataRequest) op.request());
            case OpCode.CHECK -> PrepareCheck.prepare(p, (CheckVersionRequest) op.request());
            default -> create.prepare(p, op.type(), (CreateRequest) op.request());
        };
    }
}
