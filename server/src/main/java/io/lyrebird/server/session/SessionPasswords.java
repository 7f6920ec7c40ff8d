package io.lyrebird.server.session;

import java.security.MessageDigest;
import java.util.Random;

/**
 * The password of a session follows from its id alone, as Apache derives it (ZooKeeperServer.generatePasswd): so a client
 * keeps its session when it moves between an Apache server and this one.
 */
public final class SessionPasswords {
    public static final int LENGTH_BYTES = 16;

    private static final long SECRET = 0xB3415C00L;

    private SessionPasswords() {}

    public static byte[] of(long sessionId) {
        byte[] password = new byte[LENGTH_BYTES];
        new Random(sessionId ^ SECRET).nextBytes(password);
        return password;
    }

    public static boolean matches(long sessionId, byte[] password) {
        return sessionId != 0 && password != null && MessageDigest.isEqual(password, of(sessionId));
    }
}
