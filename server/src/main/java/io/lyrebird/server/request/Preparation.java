package io.lyrebird.server.request;

import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.txn.ErrorTxn;
import io.lyrebird.wire.txn.Txn;
import java.util.List;

/** What the preparation of a request looks at: who asks, when, and the state it asks for. */
final class Preparation {
    private final PendingView pending;
    private final Sessions sessions;
    private final Authorizer authorizer;
    private final OwnerEncoding owners;
    private WriteRequest request;
    private long zxid;
    private long timeMs;

    Preparation(PendingView pending, Sessions sessions, Authorizer authorizer, OwnerEncoding owners) {
        this.pending = pending;
        this.sessions = sessions;
        this.authorizer = authorizer;
        this.owners = owners;
    }

    void begin(WriteRequest newRequest, long newZxid, long nowMs) {
        request = newRequest;
        zxid = newZxid;
        timeMs = nowMs;
    }

    static Txn refuse(ErrorCode error) {
        return new ErrorTxn(error.code());
    }

    PendingView pending() {
        return pending;
    }

    Sessions sessions() {
        return sessions;
    }

    OwnerEncoding owners() {
        return owners;
    }

    long sessionId() {
        return request.sessionId();
    }

    long zxid() {
        return zxid;
    }

    long timeMs() {
        return timeMs;
    }

    boolean sessionIsOpen() {
        return sessions.contains(request.sessionId()) && !sessions.isClosing(request.sessionId());
    }

    boolean may(PendingNode node, int perms) {
        return authorizer.allows(node.acl(), perms, request.identities());
    }

    /** Null if the ACL is not valid. */
    List<Acl> fixup(List<Acl> acl) {
        return authorizer.fixup(acl, request.identities());
    }

    /** Version -1 matches any. */
    static boolean versionMatches(int expected, int current) {
        return expected == -1 || expected == current;
    }
}
