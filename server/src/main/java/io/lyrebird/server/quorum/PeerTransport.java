package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The way to other servers over Netty: both ports listen from {@link #start} to {@link #close}, whatever role the server
 * is in.
 */
public final class PeerTransport implements Transport, AutoCloseable {
    private static final long IDLE_WORKER_S = 10;

    private final ThreadPoolExecutor workers;
    private final ElectionTransport election;
    private final QuorumTransport quorum;

    /** @param core is told what comes, from several threads */
    public PeerTransport(EnsembleConfig ensemble, PeerLimits limits, CoreInbox core) {
        this(ensemble, limits, core, InetAddress::getAllByName);
    }

    PeerTransport(EnsembleConfig ensemble, PeerLimits limits, CoreInbox core, PeerSockets.Names names) {
        workers = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE_WORKER_S,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DefaultThreadFactory("peer-worker", true),
                new ThreadPoolExecutor.DiscardPolicy());
        election = new ElectionTransport(ensemble, limits, core, workers, names);
        quorum = new QuorumTransport(ensemble, limits, core, workers, names);
    }

    /** @throws IOException if a port is not to be had */
    public void start() throws IOException {
        try {
            quorum.start();
            election.start();
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public void sendVote(long serverId, Notification notification) {
        election.send(serverId, notification);
    }

    @Override
    public void connect(long serverId) {
        quorum.connect(serverId);
    }

    @Override
    public void disconnect(long connection) {
        quorum.disconnect(connection);
    }

    @Override
    public void send(long connection, LeaderMessage message) {
        quorum.send(connection, new Outgoing.ToLearner(message));
    }

    @Override
    public void send(long connection, LearnerMessage message) {
        quorum.send(connection, new Outgoing.ToLeader(message));
    }

    @Override
    public void sendLogged(long connection, LoggedTxns txns) {
        quorum.send(connection, new Outgoing.Logged(txns));
    }

    @Override
    public void streamSnapshot(long connection, SnapshotSource source) {
        quorum.send(connection, new Outgoing.Snapshot(source));
    }

    @Override
    public void receiveSnapshot(long connection, SnapshotSink sink) {
        quorum.receiveSnapshot(connection, sink);
    }

    @Override
    public void resume(long connection) {
        quorum.resume(connection);
    }

    @Override
    public void flush() {
        quorum.flush();
    }

    @Override
    public void close() {
        if (workers.isShutdown()) {
            return;
        }
        election.close();
        quorum.close();
        workers.shutdownNow();
    }
}
