package io.lyrebird.server.net;

import io.lyrebird.server.core.ClientPort;
import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.SetDataResponse;
import io.lyrebird.wire.client.SyncResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A core that does what it is told when it is told: sessions are given out at once, writes wait until the test lets them
 * through. It can set data, and refuses everything else.
 */
final class FakeCore implements CoreInbox {
    static final byte[] PASSWORD = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final Tree tree;
    private final PhaseLock phases;
    WatchTrigger watches = WatchTrigger.NONE;
    final Deque<CoreInput> waiting = new ArrayDeque<>();
    final List<CoreInput> seen = new ArrayList<>();
    boolean connectsAtOnce = true;
    private long lastSession = 100;

    FakeCore(Tree tree, PhaseLock phases) {
        this.tree = tree;
        this.phases = phases;
    }

    @Override
    public void submit(CoreInput input) {
        seen.add(input);
        if (input instanceof CoreInput.Connect connect && connectsAtOnce) {
            establish(connect);
        } else if (input instanceof CoreInput.Write
                || input instanceof CoreInput.Sync
                || input instanceof CoreInput.InTurn) {
            waiting.add(input);
        }
    }

    void establish(CoreInput.Connect connect) {
        lastSession++;
        connect.port().connected(lastSession, 4000, PASSWORD);
    }

    /** Lets the oldest request through, and answers it. */
    void commitNext() {
        CoreInput next = waiting.remove();
        phases.writePhase(() -> {
            if (next instanceof CoreInput.Write write) {
                apply(write);
            } else if (next instanceof CoreInput.InTurn inTurn) {
                inTurn.action().run();
            } else {
                CoreInput.Sync sync = (CoreInput.Sync) next;
                sync.port().reply(sync.xid(), tree.lastZxid(), 0, new SyncResponse(sync.path()));
            }
        });
    }

    void commitAll() {
        while (!waiting.isEmpty()) {
            commitNext();
        }
    }

    private void apply(CoreInput.Write write) {
        long zxid = tree.lastZxid() + 1;
        tree.setLastZxid(zxid);
        ClientPort port = write.port();
        int xid = write.request().xid();
        if (write.request().opCode() == OpCode.CLOSE_SESSION) {
            port.reply(xid, zxid, 0, null);
            return;
        }
        Znode node = write.request().body() instanceof SetDataRequest set && set.path() != null
                ? tree.find(set.path())
                : null;
        if (node == null) {
            port.reply(xid, zxid, ErrorCode.NO_NODE.code(), null);
            return;
        }
        SetDataRequest request = (SetDataRequest) write.request().body();
        tree.setData(node, request.data(), node.version() + 1, zxid, 0);
        watches.dataChanged(request.path(), zxid, Acl.OPEN_ACL_UNSAFE);
        port.reply(xid, zxid, 0, new SetDataResponse(node.stat()));
    }

    <T extends CoreInput> List<T> seen(Class<T> type) {
        return seen.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
