package io.lyrebird.server.boot;

import io.lyrebird.server.auth.AuthProvider;
import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.server.auth.EnsembleAuth;
import io.lyrebird.server.auth.IpAuth;
import io.lyrebird.server.auth.KeyAuth;
import io.lyrebird.server.config.ServerConfig.AuthSettings;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The schemes by which clients can prove who they are, as configured. */
final class AuthSetup {
    private static final Logger LOG = LoggerFactory.getLogger(AuthSetup.class);

    private AuthSetup() {}

    /** @param tree where the scheme key looks, in read phases */
    static Authorizer authorizer(AuthSettings settings, Tree tree) {
        List<AuthProvider> providers = new ArrayList<>();
        providers.add(new IpAuth());
        if (settings.digestEnabled()) {
            providers.add(new DigestAuth(
                    settings.digestAlgorithm(), settings.superDigest().orElse(null)));
        }
        for (String className : settings.providerClasses()) {
            provider(className, settings, tree).ifPresent(providers::add);
        }
        AuthProviders all = new AuthProviders(providers);
        checkRequired(settings.requiredSchemes(), all);
        return new Authorizer(all, settings.skipAcl());
    }

    /** A scheme that does not exist here would lock out every client: better not to start. */
    private static void checkRequired(List<String> required, AuthProviders providers) {
        for (String scheme : required) {
            if (providers.get(scheme) == null) {
                throw new IllegalArgumentException("clients are required to authenticate by the scheme '" + scheme
                        + "', which this server does not have (it has " + String.join(", ", providers.schemes())
                        + "): change enforce.auth.schemes or sessionRequireClientSASLAuth");
            }
        }
    }

    /** Apache names its providers by their classes ({@code authProvider.*}): ours stand in for those it brings along. */
    private static Optional<AuthProvider> provider(String className, AuthSettings settings, Tree tree) {
        String simpleName = className.substring(className.lastIndexOf('.') + 1);
        return switch (simpleName) {
            case "EnsembleAuthenticationProvider" -> Optional.of(new EnsembleAuth(names(settings)));
            case "KeyAuthenticationProvider" -> Optional.of(new KeyAuth(() -> data(tree)));
            case "DigestAuthenticationProvider", "IPAuthenticationProvider" -> Optional.empty();
            default -> {
                LOG.warn("The authentication provider {} is not supported: its scheme does not exist here", className);
                yield Optional.empty();
            }
        };
    }

    private static byte[] data(Tree tree) {
        Znode node = tree.find(KeyAuth.KEY_PATH);
        return node == null ? null : node.data();
    }

    private static Set<String> names(AuthSettings settings) {
        Set<String> names = new LinkedHashSet<>();
        settings.ensembleNames().ifPresent(list -> {
            for (String name : list.split(",")) {
                names.add(name.trim());
            }
        });
        return names;
    }
}
