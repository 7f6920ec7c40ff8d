package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.SessionTouch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Effects as lines of text, in the order they were told. */
final class RecordingEffects implements Effects {
    private final List<String> lines = new ArrayList<>();

    /** What was told since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public void append(long zxid, byte[] txn) {
        lines.add("append " + Zxid.text(zxid) + " " + text(txn));
    }

    @Override
    public void truncate(long zxid) {
        lines.add("truncate after " + Zxid.text(zxid));
    }

    @Override
    public void saveEpochs(long acceptedEpoch, long currentEpoch) {
        lines.add("saveEpochs accepted=" + acceptedEpoch + " current=" + currentEpoch);
    }

    @Override
    public void installSnapshot(long connection, long zxid) {
        lines.add("installSnapshot from " + connection + " at " + Zxid.text(zxid));
    }

    @Override
    public void deliver(long zxid, byte[] txn) {
        lines.add("deliver " + Zxid.text(zxid) + " " + text(txn));
    }

    @Override
    public void deliverLogged(long zxid) {
        lines.add("deliverLogged up to " + Zxid.text(zxid));
    }

    @Override
    public void roleChanged(Role role, long epoch) {
        lines.add("roleChanged " + role + " epoch=" + epoch);
    }

    @Override
    public void sendVote(long serverId, Notification vote) {
        lines.add("vote to " + serverId + ": " + vote.state() + " leader=" + vote.leader() + " zxid="
                + (vote.zxid() < 0 ? "none" : Zxid.text(vote.zxid())) + " epoch=" + vote.peerEpoch() + " round="
                + vote.round());
    }

    @Override
    public void connect(long serverId) {
        lines.add("connect to " + serverId);
    }

    @Override
    public void disconnect(long connection) {
        lines.add("disconnect " + connection);
    }

    @Override
    public void send(long connection, LeaderMessage message) {
        lines.add("send " + connection + " " + text(message));
    }

    @Override
    public void send(long connection, LearnerMessage message) {
        lines.add("send " + connection + " " + text(message));
    }

    @Override
    public void sendLogged(long connection, long afterZxid, long upToZxid) {
        lines.add("sendLogged " + connection + " after " + Zxid.text(afterZxid) + " up to " + Zxid.text(upToZxid));
    }

    @Override
    public void streamSnapshot(long connection) {
        lines.add("streamSnapshot " + connection);
    }

    @Override
    public void receivedFromLearner(long connection, long serverId, LearnerMessage message) {
        lines.add("received from learner " + serverId + " " + text(message));
    }

    @Override
    public void receivedFromLeader(LeaderMessage message) {
        lines.add("received from leader " + text(message));
    }

    @Override
    public List<SessionTouch> takeTouches() {
        return List.of(new SessionTouch(7, 4000));
    }

    static String text(LeaderMessage message) {
        String name = message.getClass().getSimpleName();
        if (message instanceof LeaderMessage.Proposal m) {
            return name + " " + Zxid.text(m.zxid()) + " " + text(m.txn());
        } else if (message instanceof LeaderMessage.Inform m) {
            return name + " " + Zxid.text(m.zxid()) + " " + text(m.txn());
        } else if (message instanceof LeaderMessage.LeaderInfo m) {
            return name + " epoch=" + m.epoch();
        } else if (message instanceof LeaderMessage.Diff m) {
            return name + " " + Zxid.text(m.zxid());
        } else if (message instanceof LeaderMessage.Trunc m) {
            return name + " " + Zxid.text(m.zxid());
        } else if (message instanceof LeaderMessage.Snap m) {
            return name + " " + Zxid.text(m.zxid());
        } else if (message instanceof LeaderMessage.NewLeader m) {
            return name + " " + Zxid.text(m.zxid()) + " " + m.config().replace('\n', ' ');
        } else if (message instanceof LeaderMessage.Commit m) {
            return name + " " + Zxid.text(m.zxid());
        } else if (message instanceof LeaderMessage.Ping m) {
            return name + " " + Zxid.text(m.zxid());
        }
        return message.toString();
    }

    static String text(LearnerMessage message) {
        String name = message.getClass().getSimpleName();
        if (message instanceof LearnerMessage.LearnerInfo m) {
            return name + " server=" + m.serverId() + " accepted=" + m.acceptedEpoch()
                    + (m.observer() ? " observer" : "");
        } else if (message instanceof LearnerMessage.AckEpoch m) {
            return name + " current=" + m.currentEpoch() + " last=" + Zxid.text(m.lastZxid());
        } else if (message instanceof LearnerMessage.Ack m) {
            return name + " " + Zxid.text(m.zxid());
        } else if (message instanceof LearnerMessage.PingReply m) {
            return name + " " + Zxid.text(m.zxid()) + " touches=" + m.touches().size();
        } else if (message instanceof LearnerMessage.Request m) {
            return name + " session=" + m.sessionId() + " xid=" + m.xid() + " op=" + m.opCode();
        }
        return message.toString();
    }

    private static String text(byte[] txn) {
        return new String(txn, StandardCharsets.UTF_8);
    }
}
