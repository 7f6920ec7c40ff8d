package io.lyrebird.server.request;

import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.quota.QuotaGuard;
import io.lyrebird.server.quota.QuotaListener;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDigest;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SetAclRequest;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.txn.ErrorTxn;
import io.lyrebird.wire.txn.Txn;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;

/**
 * Turns requests into txns, each against the state that all those before it lead to, applied or not (Apache's
 * PrepRequestProcessor). A request that is refused becomes a txn too, one that says so, and takes its zxid.
 */
public final class Preparer {
    private final RequestSettings settings;
    private final PendingView pending;
    private final boolean digestEnabled;
    private final Preparation preparation;
    private final PrepareCreate create;
    private final PrepareSetData setData;
    private final PrepareMulti multi;
    private final PrepareSession session = new PrepareSession();

    public Preparer(
            Tree tree,
            Sessions sessions,
            RequestSettings settings,
            Authorizer authorizer,
            Quotas quotas,
            QuotaListener quotaListener) {
        this.settings = settings;
        pending = new PendingView(tree);
        digestEnabled = tree.digestEnabled();
        preparation = new Preparation(pending, sessions, authorizer, tree.owners());
        QuotaGuard guard = new QuotaGuard(quotas, settings.enforceQuota(), quotaListener);
        create = new PrepareCreate(guard);
        setData = new PrepareSetData(guard);
        multi = new PrepareMulti(create, setData);
    }

    /**
     * Decides about a request. A body of null is one that could not be decoded.
     *
     * @param nowMs wall-clock time
     */
    public PreparedTxn prepare(WriteRequest request, long zxid, long nowMs) {
        preparation.begin(request, zxid, nowMs);
        Txn txn = prepareOrRefuse(request);
        return prepared(request, zxid, nowMs, txn);
    }

    /** The txn of a request that is refused before anything else is looked at. */
    public PreparedTxn refuse(WriteRequest request, ErrorCode error, long zxid, long nowMs) {
        return prepared(request, zxid, nowMs, Preparation.refuse(error));
    }

    private PreparedTxn prepared(WriteRequest request, long zxid, long nowMs, Txn txn) {
        boolean refused = txn instanceof ErrorTxn;
        int type = refused ? OpCode.ERROR : request.opCode();
        TxnHeader header = new TxnHeader(request.sessionId(), request.xid(), zxid, nowMs, type);
        boolean hasDigest = digestEnabled && !refused;
        return new PreparedTxn(header, txn, hasDigest ? new TxnDigest(TreeDigest.VERSION, pending.digest()) : null);
    }

    private Txn prepareOrRefuse(WriteRequest request) {
        if (request.body() == null) {
            return Preparation.refuse(ErrorCode.MARSHALLING_ERROR);
        }
        try {
            return prepareTxn(request);
        } catch (MalformedException e) {
            return Preparation.refuse(ErrorCode.MARSHALLING_ERROR);
        }
    }

    private Txn prepareTxn(WriteRequest request) {
        int opCode = request.opCode();
        return switch (opCode) {
            case OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER ->
                create.prepare(preparation, opCode, (CreateRequest) request.body());
            case OpCode.CREATE_TTL -> create.prepare(preparation, (CreateTtlRequest) request.body());
            case OpCode.DELETE -> PrepareDelete.prepare(preparation, (DeleteRequest) request.body());
            case OpCode.DELETE_CONTAINER ->
                PrepareDelete.prepareContainer(preparation, (DeleteContainerRequest) request.body());
            case OpCode.SET_DATA -> setData.prepare(preparation, (SetDataRequest) request.body());
            case OpCode.SET_ACL -> PrepareSetAcl.prepare(preparation, (SetAclRequest) request.body());
            case OpCode.MULTI -> multi.prepare(preparation, (MultiRequest) request.body());
            case OpCode.RECONFIG -> refuseReconfig();
            case OpCode.CREATE_SESSION -> session.prepareCreate(preparation, (CreateSessionRequest) request.body());
            case OpCode.CLOSE_SESSION -> session.prepareClose(preparation, settings.closeSessionTxnEnabled());
            default -> Preparation.refuse(ErrorCode.UNIMPLEMENTED);
        };
    }

    /** As a stand-alone server does. */
    private Txn refuseReconfig() {
        if (!settings.reconfigEnabled()) {
            return Preparation.refuse(ErrorCode.RECONFIG_DISABLED);
        }
        return Preparation.refuse(preparation.sessionIsOpen() ? ErrorCode.UNIMPLEMENTED : ErrorCode.SESSION_EXPIRED);
    }

    /** The txns up to this one are in the tree: nothing of them is pending any more. */
    public void applied(long zxid) {
        pending.applied(zxid);
        session.applied(zxid);
    }

    /** Whatever was prepared and not applied never will be. */
    public void reset() {
        pending.clear();
        session.undo(preparation.sessions());
    }

    /** Whether everything that was prepared has been applied. */
    public boolean isIdle() {
        return pending.isEmpty() && session.isIdle();
    }
}
