package io.lyrebird.server.boot;

import io.lyrebird.server.config.ServerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks the server of a configuration for its mode, as {@code zkServer.sh status} shows it. */
final class StatusCommand {
    private static final int TIMEOUT_MS = 5000;
    private static final int ANSWER_BYTES_MAX = 1 << 20;

    private StatusCommand() {}

    /** Prints where it asks and the mode; false if nobody answers there. */
    static boolean run(ServerConfig config, PrintStream out) {
        InetSocketAddress listening = config.clients().address();
        InetAddress host = listening.getAddress();
        InetSocketAddress asked = host.isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), listening.getPort())
                : listening;
        out.println("Client port found: " + listening.getPort() + ". Client address: "
                + (host.isAnyLocalAddress() ? "localhost" : listening.getHostString()) + ". Client SSL: false.");
        String mode = mode(asked);
        out.println(mode.isEmpty() ? "Error contacting service. It is probably not running." : mode);
        return !mode.isEmpty();
    }

    /** The line {@code Mode: ...} of the answer to srvr; empty if there is none. */
    private static String mode(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            String answer = new String(in.readNBytes(ANSWER_BYTES_MAX), StandardCharsets.UTF_8);
            return answer.lines()
                    .filter(line -> line.startsWith("Mode:"))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}
