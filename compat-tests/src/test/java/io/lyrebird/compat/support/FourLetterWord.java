package io.lyrebird.compat.support;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The text commands that a server answers on its client port. */
public final class FourLetterWord {
    private static final int TIMEOUT_MS = 3_000;
    private static final String MODE = "Mode: ";

    private FourLetterWord() {}

    /** Everything the server sends until it closes the connection. */
    public static String ask(InetSocketAddress server, String word) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(server, TIMEOUT_MS);
            socket.setSoTimeout(TIMEOUT_MS);
            socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Whether the server serves clients. An open port is not enough: a server that is still loading its data, or has
     * no quorum, answers that it is not serving.
     */
    public static boolean serves(InetSocketAddress server) {
        try {
            String answer = ask(server, "srvr");
            return !answer.isEmpty() && !answer.startsWith("This ZooKeeper instance is not");
        } catch (IOException e) {
            return false;
        }
    }

    /** The role in the answer to srvr (standalone, leader, follower, observer), or nothing while it does not serve. */
    public static Optional<String> mode(InetSocketAddress server) {
        try {
            return ask(server, "srvr")
                    .lines()
                    .filter(line -> line.startsWith(MODE))
                    .map(line -> line.substring(MODE.length()).trim())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
