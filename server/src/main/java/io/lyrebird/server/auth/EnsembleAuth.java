package io.lyrebird.server.auth;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The scheme ensemble (Apache's EnsembleAuthenticationProvider): a client says which ensemble it means, and one that has
 * come to the wrong place is turned away. It proves nothing, and no ACL can name it.
 */
public final class EnsembleAuth implements AuthProvider {
    public static final String SCHEME = "ensemble";

    private final Set<String> names;

    /** @param names what this ensemble is called; empty: anything is right */
    public EnsembleAuth(Set<String> names) {
        this.names = Set.copyOf(names);
    }

    @Override
    public String scheme() {
        return SCHEME;
    }

    @Override
    public AuthOutcome authenticate(byte[] token, String clientIp) {
        if (token == null || token.length == 0 || names.isEmpty()) {
            return AuthOutcome.accepted();
        }
        boolean meansUs = names.contains(new String(token, StandardCharsets.UTF_8));
        return meansUs ? AuthOutcome.accepted() : AuthOutcome.TURNED_AWAY;
    }

    @Override
    public boolean matches(String id, String aclExpression) {
        return false;
    }

    @Override
    public boolean isAuthenticated() {
        return false;
    }

    @Override
    public boolean isValid(String aclExpression) {
        return false;
    }
}
