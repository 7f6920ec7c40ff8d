package io.lyrebird.compat.gate;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * What happened in the test JVM so far. A test that had a server inside the test JVM, or neither a server process nor a
 * client, says nothing about the server under test, however green it is.
 */
public record Evidence(int serverProcesses, int serversInside, int clients) {
    private static final AtomicInteger SERVER_PROCESSES = new AtomicInteger();
    private static final AtomicInteger SERVERS_INSIDE = new AtomicInteger();
    private static final AtomicInteger CLIENTS = new AtomicInteger();

    static Evidence soFar() {
        return new Evidence(SERVER_PROCESSES.get(), SERVERS_INSIDE.get(), CLIENTS.get());
    }

    static void serverProcessStarted() {
        SERVER_PROCESSES.incrementAndGet();
    }

    public static void serverStartedInside() {
        SERVERS_INSIDE.incrementAndGet();
    }

    public static void clientStarted() {
        CLIENTS.incrementAndGet();
    }

    Evidence since(Evidence earlier) {
        return new Evidence(
                serverProcesses - earlier.serverProcesses,
                serversInside - earlier.serversInside,
                clients - earlier.clients);
    }

    boolean provesSomething() {
        return serversInside == 0 && serverProcesses + clients > 0;
    }
}
