package io.lyrebird.server.auth;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * The scheme key (Apache's KeyAuthenticationProvider, a sample of a scheme that looks at the tree): a client proves itself
 * by a number that is a multiple of the one in the node /key. While there is no such node, everybody may, so that it can
 * be created.
 */
public final class KeyAuth implements AuthProvider {
    public static final String SCHEME = "key";
    public static final String KEY_PATH = "/key";

    private final Supplier<byte[]> key;

    /** @param key the data of the node, or null if there is none; asked in a read phase */
    public KeyAuth(Supplier<byte[]> key) {
        this.key = key;
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public AuthOutcome authenticate(byte[] token, String clientIp) {
        byte[] keyBytes = key.get();
        if (keyBytes != null && !isMultiple(text(keyBytes), text(token))) {
            return AuthOutcome.FAILED;
        }
        return AuthOutcome.accepted(new Identity(SCHEME, ""));
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    private static boolean isMultiple(String keyText, String tokenText) {
        try {
            int keyNumber = Integer.parseInt(keyText);
            return keyNumber == 0 || Integer.parseInt(tokenText) % keyNumber == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    @Override
    public boolean matches(String id, String aclExpression) {
        return id.equals(aclExpression);
    }

    @Override
    public boolean isAuthenticated() {
        return true;
    }

    @Override
    public boolean isValid(String aclExpression) {
        return true;
    }
}
