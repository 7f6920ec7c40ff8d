package io.lyrebird.server.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The scheme digest: who knows {@code user:password} is {@code user:base64(hash(user:password))}. */
public final class DigestAuth implements AuthProvider {
    public static final String SCHEME = "digest";
    public static final String DEFAULT_ALGORITHM = "SHA1";
    public static final Identity SUPER = new Identity(Authorizer.SUPER_SCHEME, "");

    private final String algorithm;
    private final String superDigest;

    /**
     * The provider.
     *
     * @param algorithm a JCA name
     * @param superDigest the digest, as {@link #digest} gives it, whose owner no ACL stops; null: nobody
     * @throws IllegalArgumentException if there is no such algorithm
     */
    public DigestAuth(String algorithm, String superDigest) {
        this.algorithm = algorithm;
        this.superDigest = superDigest;
        hash("");
    }

    /** The id that {@code user:password} proves. */
    public String digest(String userAndPassword) {
        int colon = userAndPassword.indexOf(':');
        String user = colon < 0 ? userAndPassword : userAndPassword.substring(0, colon);
        return user + ":" + Base64.getEncoder().encodeToString(hash(userAndPassword));
    }

    private byte[] hash(String text) {
        try {
            return MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException("no digest algorithm has the name " + algorithm, e);
        }
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public AuthOutcome authenticate(byte[] token, String clientIp) {
        if (token == null) {
            return AuthOutcome.FAILED;
        }
        String digest = digest(new String(token, StandardCharsets.UTF_8));
        Identity identity = new Identity(SCHEME, digest);
        return digest.equals(superDigest) ? AuthOutcome.accepted(SUPER, identity) : AuthOutcome.accepted(identity);
    }

    @Override
    public boolean matches(String id, String aclExpression) {
        return id.equals(aclExpression);
    }

    @Override
    public boolean isAuthenticated() {
        return true;
    }

    /** Two parts, as a split that drops empty parts at the end counts them. */
    @Override
    public boolean isValid(String aclExpression) {
        return aclExpression.split(":").length == 2;
    }

    @Override
    public String userName(String id) {
        int colon = id.indexOf(':');
        return colon < 0 ? id : id.substring(0, colon);
    }
}
