package io.lyrebird.server.auth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schemes this server knows. The schemes world, auth and super are no providers: ACL checks know them. */
public final class AuthProviders {
    private final Map<String, AuthProvider> byScheme = new LinkedHashMap<>();

    public AuthProviders(List<AuthProvider> providers) {
        for (AuthProvider provider : providers) {
            byScheme.put(provider.scheme(), provider);
        }
    }

    /** Null if the scheme is unknown. */
    public AuthProvider get(String scheme) {
        return byScheme.get(scheme);
    }

    /** In the order in which they were given. */
    public List<String> schemes() {
        return List.copyOf(byScheme.keySet());
    }

    /** The part of an identity that may be shown; empty if its scheme is unknown, as that of super is. */
    public String userName(Identity identity) {
        AuthProvider provider = get(identity.scheme());
        return provider == null ? "" : provider.userName(identity.id());
    }
}
