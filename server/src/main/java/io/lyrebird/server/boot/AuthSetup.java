package io.lyrebird.server.boot;

import io.lyrebird.server.auth.AuthProvider;
import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.IpAuth;
import io.lyrebird.server.config.ServerConfig.AuthSettings;
import java.util.ArrayList;
import java.util.List;

/** The schemes by which clients can prove who they are, as configured. */
final class AuthSetup {
    private AuthSetup() {}

    static Authorizer authorizer(AuthSettings settings) {
        List<AuthProvider> providers = new ArrayList<>();
        providers.add(new IpAuth());
        if (settings.digestEnabled()) {
            providers.add(new DigestAuth(
                    settings.digestAlgorithm(), settings.superDigest().orElse(null)));
        }
        return new Authorizer(new AuthProviders(providers), settings.skipAcl());
    }
}
