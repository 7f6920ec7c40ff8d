package io.lyrebird.server.request;

import io.lyrebird.server.quota.QuotaGuard;
import io.lyrebird.server.tree.NodeKind;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.txn.CreateContainerTxn;
import io.lyrebird.wire.txn.CreateTtlTxn;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.Txn;
import java.util.List;

/** create, create2, createContainer and createTTL (pRequest2TxnCreate). */
final class PrepareCreate {
    private static final long NO_TTL = -1;

    private final QuotaGuard quotas;

    PrepareCreate(QuotaGuard quotas) {
        this.quotas = quotas;
    }

    Txn prepare(Preparation p, int opCode, CreateRequest request) {
        return prepare(p, opCode, request.path(), request.data(), request.acl(), request.flags(), NO_TTL);
    }

    Txn prepare(Preparation p, CreateTtlRequest request) {
        return prepare(
                p, OpCode.CREATE_TTL, request.path(), request.data(), request.acl(), request.flags(), request.ttl());
    }

    private Txn prepare(
            Preparation p, int opCode, String requestedPath, byte[] data, List<Acl> acl, int flags, long ttlMs) {
        CreateMode mode = CreateMode.ofFlag(flags);
        ErrorCode refusal = checkMode(p, opCode, mode, ttlMs);
        if (refusal != ErrorCode.OK) {
            return Preparation.refuse(refusal);
        }
        if (!p.sessionIsOpen()) {
            return Preparation.refuse(ErrorCode.SESSION_EXPIRED);
        }
        String prefix = ZnodePaths.required(requestedPath);
        if (!ZnodePaths.hasParent(prefix)) {
            return Preparation.refuse(ErrorCode.BAD_ARGUMENTS);
        }
        List<Acl> fixedAcl = p.fixup(acl);
        if (fixedAcl == null) {
            return Preparation.refuse(ErrorCode.INVALID_ACL);
        }
        PendingNode parent = p.pending().find(Tree.parentPath(prefix));
        if (parent == null) {
            return Preparation.refuse(ErrorCode.NO_NODE);
        }
        if (!p.may(parent, Perms.CREATE)) {
            return Preparation.refuse(ErrorCode.NO_AUTH);
        }
        int counter = parent.stat().childrenCreated();
        String path = mode.sequential() ? ZnodePaths.sequential(prefix, counter) : prefix;
        refusal = checkPath(p, path, parent, data);
        if (refusal != ErrorCode.OK) {
            return Preparation.refuse(refusal);
        }
        int childrenCreated = counter + 1;
        addPending(p, parent, childrenCreated, path, data, fixedAcl, owner(p, opCode, mode, ttlMs));
        return switch (opCode) {
            case OpCode.CREATE_CONTAINER -> new CreateContainerTxn(path, data, fixedAcl, childrenCreated);
            case OpCode.CREATE_TTL -> new CreateTtlTxn(path, data, fixedAcl, childrenCreated, ttlMs);
            default -> new CreateTxn(path, data, fixedAcl, mode.ephemeral(), childrenCreated);
        };
    }

    /**
     * Whether these flags and this TTL go together. A createTTL without a TTL mode and with a negative TTL passes Apache's
     * check and then stops the server that applies it; here it is refused.
     */
    private static ErrorCode checkMode(Preparation p, int opCode, CreateMode mode, long ttlMs) {
        if (mode == null) {
            return ErrorCode.BAD_ARGUMENTS;
        }
        if (mode.ttl() && !p.owners().extendedTypesEnabled()) {
            return ErrorCode.UNIMPLEMENTED;
        }
        boolean ttlOp = opCode == OpCode.CREATE_TTL;
        boolean fits = mode.ttl() ? ttlOp && OwnerEncoding.isValidTtl(ttlMs) : !ttlOp;
        return fits ? ErrorCode.OK : ErrorCode.BAD_ARGUMENTS;
    }

    private ErrorCode checkPath(Preparation p, String path, PendingNode parent, byte[] data) {
        if (!ZnodePaths.isValid(path)) {
            return ErrorCode.BAD_ARGUMENTS;
        }
        if (p.pending().find(path) != null) {
            return ErrorCode.NODE_EXISTS;
        }
        if (parent.kind() == NodeKind.EPHEMERAL) {
            return ErrorCode.NO_CHILDREN_FOR_EPHEMERALS;
        }
        boolean withinQuota = quotas.allowsCreate(path, data == null ? 0 : data.length);
        return withinQuota ? ErrorCode.OK : ErrorCode.QUOTA_EXCEEDED;
    }

    /** The owner that the node gets when the txn is applied: the type of the txn decides, then the flags. */
    private static long owner(Preparation p, int opCode, CreateMode mode, long ttlMs) {
        return switch (opCode) {
            case OpCode.CREATE_CONTAINER -> OwnerEncoding.CONTAINER;
            case OpCode.CREATE_TTL -> OwnerEncoding.ttlOwner(ttlMs);
            default -> mode.ephemeral() ? p.sessionId() : 0;
        };
    }

    private static void addPending(
            Preparation p,
            PendingNode parent,
            int childrenCreated,
            String path,
            byte[] data,
            List<Acl> acl,
            long owner) {
        PendingNode changedParent = parent.changing(p.zxid());
        changedParent.childCreated(childrenCreated);
        p.pending().put(changedParent);
        StoredStat stat = StoredStat.created(p.zxid(), p.timeMs(), owner);
        p.pending().put(PendingNode.created(path, data, acl, p.owners().kind(owner), stat));
    }
}
