package io.lyrebird.server.core;

import io.lyrebird.server.request.ApplyResult;
import io.lyrebird.server.request.PreparedTxn;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.SessionTouch;
import io.lyrebird.wire.txn.TxnHeader;
import java.util.List;

/** Nobody is served: what still comes is from connections that are being closed. */
final class LookingService implements RoleService {
    @Override
    public void createSession(ClientPort port, WriteRequest request) {
        port.close();
    }

    @Override
    public void resumeSession(ClientPort port, long sessionId, int timeoutMs) {
        port.close();
    }

    @Override
    public void write(ClientPort port, WriteRequest request) {
        port.close();
    }

    @Override
    public void sync(CoreInput.Sync sync) {
        sync.port().close();
    }

    @Override
    public boolean waits(Runnable action) {
        return false;
    }

    @Override
    public void touched(long sessionId, int timeoutMs) {}

    @Override
    public void tick() {}

    @Override
    public PreparedTxn prepared(long zxid) {
        return null;
    }

    @Override
    public void applied(TxnHeader header, ApplyResult result) {}

    @Override
    public void syncDone() {}

    @Override
    public void fromLeader(LeaderMessage.Revalidated message) {}

    @Override
    public void fromLearner(long connection, LearnerMessage message) {}

    @Override
    public List<SessionTouch> takeTouches() {
        return List.of();
    }

    @Override
    public int outstanding() {
        return 0;
    }

    @Override
    public void end() {}
}
