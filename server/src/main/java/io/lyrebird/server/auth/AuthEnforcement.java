package io.lyrebird.server.auth;

import java.util.List;

/**
 * Whether a client must have authenticated before its requests are served (enforce.auth.*). One of the schemes suffices; no
 * schemes: nobody has to.
 */
public record AuthEnforcement(List<String> schemes) {
    public AuthEnforcement {
        schemes = List.copyOf(schemes);
    }

    /** A connection that is not allowed is told so and closed. Auth packets are always allowed. */
    public boolean allows(List<Identity> identities) {
        if (schemes.isEmpty()) {
            return true;
        }
        for (Identity identity : identities) {
            if (schemes.contains(identity.scheme())) {
                return true;
            }
        }
        return false;
    }
}
