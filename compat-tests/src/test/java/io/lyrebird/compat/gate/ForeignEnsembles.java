package io.lyrebird.compat.gate;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.QuorumPeer.ServerState;
import org.apache.zookeeper.test.QuorumUtil;

/** Who leads and who follows in the ensembles that upstream's harness keeps, asked of the servers themselves. */
public final class ForeignEnsembles {
    private ForeignEnsembles() {}

    /** The id of the leader, from 1, or 0 while there is none. */
    public static int leaderId(Object quorumUtil) {
        QuorumUtil util = (QuorumUtil) quorumUtil;
        for (int id = 1; id <= util.ALL; id++) {
            if (util.getPeer(id).peer.getPeerState() == ServerState.LEADING) {
                return id;
            }
        }
        return 0;
    }

    public static QuorumPeer leaderPeer(Object quorumUtil) {
        int id = leaderId(quorumUtil);
        return id == 0 ? null : ((QuorumUtil) quorumUtil).getPeer(id).peer;
    }

    public static List<QuorumPeer> followerPeers(Object quorumUtil) {
        QuorumUtil util = (QuorumUtil) quorumUtil;
        List<QuorumPeer> followers = new ArrayList<>();
        for (int id = 1; id <= util.ALL; id++) {
            QuorumPeer peer = util.getPeer(id).peer;
            if (peer.getPeerState() != ServerState.LEADING) {
                followers.add(peer);
            }
        }
        return followers;
    }

    /** The index of a server in that state in a QuorumPeerTestBase.Servers, or -1. */
    public static int find(Object servers, ServerState wanted) {
        try {
            Field field = servers.getClass().getDeclaredField("mt");
            field.setAccessible(true);
            Object[] threads = (Object[]) field.get(servers);
            for (int index = 0; index < threads.length; index++) {
                if (threads[index] != null && stateOf(threads[index]) == wanted) {
                    return index;
                }
            }
            return -1;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ServerState stateOf(Object mainThread) throws ReflectiveOperationException {
        Method getter = mainThread.getClass().getMethod("getQuorumPeer");
        getter.setAccessible(true);
        QuorumPeer peer = (QuorumPeer) getter.invoke(mainThread);
        return peer == null ? null : peer.getPeerState();
    }
}
