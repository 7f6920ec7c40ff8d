package io.lyrebird.compat.gate;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.server.ServerCnxn;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * Stands where Apache's connection factory would: {@code startup} starts a foreign server configured as the given
 * {@link ZooKeeperServer} object is, {@code shutdown} ends it. The plain and the secure factory of one server object
 * share one process.
 */
public final class ForeignServerCnxnFactory extends ServerCnxnFactory {
    private static final int DEFAULT_MAX_CLIENT_CNXNS = 60;

    private static final class Shared {
        final ForeignProcess process = new ForeignProcess();
        ForeignServerCnxnFactory plain;
        ForeignServerCnxnFactory secure;
    }

    private static final Map<ZooKeeperServer, Shared> SHARED = Collections.synchronizedMap(new WeakHashMap<>());

    private InetSocketAddress address;
    private int maxClientCnxns = DEFAULT_MAX_CLIENT_CNXNS;
    private int backlog = -1;
    private Shared shared;
    private volatile CountDownLatch down = new CountDownLatch(0);

    /** Fails with a BindException where the port is taken, as the original does, and picks a free one for 0. */
    @Override
    public void configure(InetSocketAddress wanted, int maxClientCnxns, int backlog, boolean secure)
            throws IOException {
        this.secure = secure;
        this.maxClientCnxns = maxClientCnxns;
        this.backlog = backlog;
        this.address = wanted;
        if (wanted != null) {
            try (ServerSocket probe = new ServerSocket()) {
                probe.setReuseAddress(true);
                probe.bind(wanted);
                this.address = new InetSocketAddress(wanted.getAddress(), probe.getLocalPort());
            }
        }
    }

    @Override
    public void startup(ZooKeeperServer server, boolean startServer) throws IOException {
        setZooKeeperServer(server);
        shared = SHARED.computeIfAbsent(server, ignored -> new Shared());
        if (secure) {
            shared.secure = this;
        } else {
            shared.plain = this;
        }
        down = new CountDownLatch(1);
        launch(server, shared);
    }

    private static void launch(ZooKeeperServer server, Shared shared) throws IOException {
        shared.process.stop();
        shared.process.start(TestSettings.writeTemporary(config(server, shared)));
        if (shared.plain != null) {
            shared.process.awaitServing(shared.plain.address);
        }
        if (shared.secure != null) {
            shared.process.awaitOpen(shared.secure.address);
        }
        if (!shared.process.isAlive()) {
            throw new IOException("the server under test ended during startup");
        }
    }

    private static String config(ZooKeeperServer server, Shared shared) {
        StringBuilder lines = new StringBuilder();
        line(lines, "tickTime", server.getTickTime());
        positive(lines, "minSessionTimeout", server.getMinSessionTimeout());
        positive(lines, "maxSessionTimeout", server.getMaxSessionTimeout());
        FileTxnSnapLog files = server.getTxnLogFactory();
        if (files != null) {
            line(lines, "dataDir", parent(files.getSnapDir()));
            line(lines, "dataLogDir", parent(files.getDataLogDir()));
        }
        ForeignServerCnxnFactory first = shared.plain != null ? shared.plain : shared.secure;
        if (first.maxClientCnxns >= 0) {
            line(lines, "maxClientCnxns", first.maxClientCnxns);
        }
        positive(lines, "clientPortListenBacklog", first.backlog);
        if (shared.plain != null) {
            listen(lines, "clientPort", shared.plain.address);
        }
        if (shared.secure != null) {
            listen(lines, "secureClientPort", shared.secure.address);
        }
        return lines.toString();
    }

    private static void listen(StringBuilder lines, String key, InetSocketAddress address) {
        line(lines, key, address.getPort());
        if (!address.getAddress().isAnyLocalAddress()) {
            line(lines, key + "Address", address.getAddress().getHostAddress());
        }
    }

    private static void positive(StringBuilder lines, String key, int value) {
        if (value > 0) {
            line(lines, key, value);
        }
    }

    private static void line(StringBuilder lines, String key, Object value) {
        lines.append(key).append('=').append(value).append('\n');
    }

    /** Apache keeps its files in version-2 below the folder that the configuration names. */
    private static String parent(File version2) {
        return version2.getParentFile().getAbsolutePath();
    }

    @Override
    public void shutdown() {
        if (zkServer != null) {
            markShutDown(zkServer);
        }
        if (shared != null) {
            if (shared.plain == this) {
                shared.plain = null;
            }
            if (shared.secure == this) {
                shared.secure = null;
            }
            shared.process.stop();
            shared = null;
        }
        down.countDown();
    }

    /** ZooKeeperServerMain waits for this state, which a server object that never ran does not reach by itself. */
    private static void markShutDown(ZooKeeperServer server) {
        try {
            Class<?> states = Class.forName(ZooKeeperServer.class.getName() + "$State");
            Method setState = ZooKeeperServer.class.getDeclaredMethod("setState", states);
            setState.setAccessible(true);
            for (Object state : states.getEnumConstants()) {
                if (state.toString().equals("SHUTDOWN")) {
                    setState.invoke(server, state);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void join() throws InterruptedException {
        down.await();
    }

    @Override
    public int getLocalPort() {
        return address == null ? -1 : address.getPort();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return address;
    }

    @Override
    public void reconfigure(InetSocketAddress changed) {
        address = changed;
    }

    @Override
    public int getMaxClientCnxnsPerHost() {
        return maxClientCnxns;
    }

    @Override
    public void setMaxClientCnxnsPerHost(int max) {
        maxClientCnxns = max;
    }

    @Override
    public int getSocketListenBacklog() {
        return backlog;
    }

    // The connections are in another process.

    @Override
    public void start() {}

    @Override
    public Iterable<ServerCnxn> getConnections() {
        return List.of();
    }

    @Override
    public boolean closeSession(long sessionId, ServerCnxn.DisconnectReason reason) {
        return false;
    }

    @Override
    public void closeAll(ServerCnxn.DisconnectReason reason) {}

    @Override
    public void resetAllConnectionStats() {}

    @Override
    public Iterable<Map<String, Object>> getAllConnectionInfo(boolean brief) {
        return List.of();
    }
}
