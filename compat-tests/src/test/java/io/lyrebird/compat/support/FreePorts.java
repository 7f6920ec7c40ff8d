package io.lyrebird.compat.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

/**
 * Ports for servers. They lie below the range from which the kernel takes the ports of outgoing connections and that
 * upstream's tests take theirs from: a port that a server leaves for a restart is not taken by anyone in between.
 */
public final class FreePorts {
    private static final int FIRST = 8_200;
    private static final int COUNT = 3_000;
    private static int next = (int) (ProcessHandle.current().pid() * 37 % COUNT);

    private FreePorts() {}

    public static synchronized int next() {
        for (int tried = 0; tried < COUNT; tried++) {
            int port = FIRST + next;
            next = (next + 1) % COUNT;
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free port in " + FIRST + ".." + (FIRST + COUNT - 1));
    }

    private static boolean isFree(int port) {
        return isFree(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
                && isFree(new InetSocketAddress(port));
    }

    private static boolean isFree(InetSocketAddress address) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(address);
            return true;
        } catch (java.net.BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
