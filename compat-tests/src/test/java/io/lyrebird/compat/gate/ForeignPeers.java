package io.lyrebird.compat.gate;

import io.lyrebird.compat.support.FourLetterWord;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.server.quorum.Follower;
import org.apache.zookeeper.server.quorum.Leader;
import org.apache.zookeeper.server.quorum.Observer;
import org.apache.zookeeper.server.quorum.QuorumPeer;
import org.apache.zookeeper.server.quorum.QuorumPeer.ServerState;
import org.objenesis.ObjenesisStd;

/**
 * The foreign servers that stand for {@link QuorumPeer} objects. A peer's thread starts its server and ends with it;
 * its role is what the server answers.
 */
public final class ForeignPeers {
    private static final int MIRROR_INTERVAL_MS = 100;

    private static final Map<QuorumPeer, ForeignProcess> RUNNING = new WeakHashMap<>();
    private static ScheduledExecutorService mirror;

    private ForeignPeers() {}

    /** The body of the peer's thread. */
    public static void run(QuorumPeer peer) {
        ForeignProcess process = new ForeignProcess();
        synchronized (RUNNING) {
            RUNNING.put(peer, process);
            startMirror();
        }
        try {
            process.start(configOf(peer));
            process.awaitEnd();
        } catch (InterruptedException e) {
            process.stop();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } finally {
            synchronized (RUNNING) {
                RUNNING.remove(peer, process);
            }
        }
    }

    public static void stop(QuorumPeer peer) {
        ForeignProcess process;
        synchronized (RUNNING) {
            process = RUNNING.remove(peer);
            setRole(peer, null);
        }
        if (process != null) {
            process.stop();
        }
    }

    /** What the server says it is; null for a peer without a server. */
    public static ServerState state(QuorumPeer peer) {
        ForeignProcess process;
        synchronized (RUNNING) {
            process = RUNNING.get(peer);
        }
        if (process == null || !process.isAlive()) {
            return null;
        }
        int port = clientPort(peer);
        String mode = port <= 0
                ? ""
                : FourLetterWord.mode(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                        .orElse("");
        return switch (mode) {
            case "leader" -> ServerState.LEADING;
            case "follower" -> ServerState.FOLLOWING;
            case "observer" -> ServerState.OBSERVING;
            default -> ServerState.LOOKING;
        };
    }

    /** Sets the public fields leader, follower and observer, which tests compare with null, from the servers' roles. */
    public static void mirrorRoles() {
        List<QuorumPeer> peers;
        synchronized (RUNNING) {
            peers = List.copyOf(RUNNING.keySet());
        }
        for (QuorumPeer peer : peers) {
            ServerState state = state(peer);
            synchronized (RUNNING) {
                if (RUNNING.containsKey(peer)) {
                    setRole(peer, state);
                }
            }
        }
    }

    private static void startMirror() {
        if (mirror == null) {
            mirror = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "gate-role-mirror");
                thread.setDaemon(true);
                return thread;
            });
            mirror.scheduleWithFixedDelay(
                    ForeignPeers::mirrorRoles, MIRROR_INTERVAL_MS, MIRROR_INTERVAL_MS, TimeUnit.MILLISECONDS);
        }
    }

    private static void setRole(QuorumPeer peer, ServerState state) {
        setRole(peer, "leader", Leader.class, state == ServerState.LEADING);
        setRole(peer, "follower", Follower.class, state == ServerState.FOLLOWING);
        setRole(peer, "observer", Observer.class, state == ServerState.OBSERVING);
    }

    private static void setRole(QuorumPeer peer, String fieldName, Class<?> type, boolean has) {
        try {
            Field field = field(fieldName);
            if (has != (field.get(peer) != null)) {
                field.set(peer, has ? new ObjenesisStd().newInstance(type) : null);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(String name) {
        try {
            Field field = QuorumPeer.class.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int clientPort(QuorumPeer peer) {
        if (peer.getClientPort() > 0) {
            return peer.getClientPort();
        }
        InetSocketAddress address = peer.getClientAddress();
        return address == null ? -1 : address.getPort();
    }

    /** The test's own file where there is one: reconfig tests look at what the server writes beside it. */
    private static Path configOf(QuorumPeer peer) throws IOException {
        try {
            String fileName = (String) field("configFilename").get(peer);
            return fileName != null ? Path.of(fileName) : writeConfig(peer);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path writeConfig(QuorumPeer peer) throws IOException {
        File dataDir = peer.getTxnFactory().getSnapDir().getParentFile();
        File dataLogDir = peer.getTxnFactory().getDataLogDir().getParentFile();
        StringBuilder lines = new StringBuilder();
        line(lines, "tickTime", peer.getTickTime());
        line(lines, "initLimit", peer.getInitLimit());
        line(lines, "syncLimit", peer.getSyncLimit());
        line(lines, "connectToLearnerMasterLimit", peer.getConnectToLearnerMasterLimit());
        line(lines, "dataDir", dataDir.getAbsolutePath());
        line(lines, "dataLogDir", dataLogDir.getAbsolutePath());
        line(lines, "localSessionsEnabled", peer.areLocalSessionsEnabled());
        line(lines, "localSessionsUpgradingEnabled", peer.isLocalSessionsUpgradingEnabled());
        if (peer.getLearnerType() == QuorumPeer.LearnerType.OBSERVER) {
            line(lines, "peerType", "observer");
        }
        String members = peer.getQuorumVerifier().toString();
        members.lines()
                .filter(line -> !line.startsWith("version="))
                .forEach(line -> lines.append(line).append('\n'));
        String self = "server." + peer.getMyId() + "=";
        if (members.lines().noneMatch(line -> line.startsWith(self) && line.contains(";"))) {
            line(lines, "clientPort", peer.getClientPort());
        }
        Files.writeString(dataDir.toPath().resolve("myid"), peer.getMyId() + "\n");
        return TestSettings.writeTemporary(lines.toString());
    }

    private static void line(StringBuilder lines, String key, Object value) {
        lines.append(key).append('=').append(value).append('\n');
    }
}
