package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.SessionTouch;
import java.util.List;

/** The effects of an ensemble of one: it has nobody to talk to, and nobody who could tell it to cut its log. */
public abstract class StandAloneEffects implements Effects {
    @Override
    public final void truncate(long zxid) {
        throw alone();
    }

    @Override
    public final void installSnapshot(long connection, long zxid) {
        throw alone();
    }

    @Override
    public final void sendVote(long serverId, Notification notification) {
        throw alone();
    }

    @Override
    public final void connect(long serverId) {
        throw alone();
    }

    @Override
    public final void disconnect(long connection) {
        throw alone();
    }

    @Override
    public final void send(long connection, LeaderMessage message) {
        throw alone();
    }

    @Override
    public final void send(long connection, LearnerMessage message) {
        throw alone();
    }

    @Override
    public final void sendLogged(long connection, long afterZxid, long upToZxid) {
        throw alone();
    }

    @Override
    public final void streamSnapshot(long connection) {
        throw alone();
    }

    @Override
    public final void receivedFromLearner(long connection, long serverId, LearnerMessage message) {
        throw alone();
    }

    @Override
    public final void receivedFromLeader(LeaderMessage message) {
        throw alone();
    }

    @Override
    public final List<SessionTouch> takeTouches() {
        throw alone();
    }

    private static IllegalStateException alone() {
        return new IllegalStateException("an ensemble of one has no peers");
    }
}
