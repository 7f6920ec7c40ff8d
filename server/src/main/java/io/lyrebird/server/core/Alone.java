package io.lyrebird.server.core;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import java.util.List;
import java.util.SortedMap;

/** The peers of an ensemble of one: there are none, and nobody is ever spoken to. */
public final class Alone implements Peers {
    private static IllegalStateException alone() {
        return new IllegalStateException("an ensemble of one has no peers");
    }

    @Override
    public void sendVote(long serverId, Notification notification) {
        throw alone();
    }

    @Override
    public void connect(long serverId) {
        throw alone();
    }

    @Override
    public void disconnect(long connection) {
        throw alone();
    }

    @Override
    public void send(long connection, LeaderMessage message) {
        throw alone();
    }

    @Override
    public void send(long connection, LearnerMessage message) {
        throw alone();
    }

    @Override
    public void sendLogged(long connection, long afterZxid, long upToZxid) {
        throw alone();
    }

    @Override
    public void streamSnapshot(long connection) {
        throw alone();
    }

    @Override
    public void snapshotReached(long connection, SortedMap<Long, Integer> sessions, List<List<Acl>> acls) {
        throw alone();
    }

    @Override
    public void receiveSnapshot(long connection, long zxid) {
        throw alone();
    }

    @Override
    public void resume(long connection) {
        throw alone();
    }

    @Override
    public void flush() {}
}
