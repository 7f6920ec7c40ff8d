package io.lyrebird.server.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.auth.AuthProviders;
import io.lyrebird.server.config.ServerConfig.AuthSettings;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuthSetupTest {
    private static AuthProviders providers(boolean digest, List<String> required, List<String> classes) {
        AuthSettings settings = new AuthSettings(
                false, Optional.empty(), "SHA1", digest, Optional.empty(), required, classes, Optional.of("we, us"));
        Tree tree = new Tree(1, new OwnerEncoding(false, false), true);
        return AuthSetup.authorizer(settings, tree).providers();
    }

    @Test
    void schemesThatApacheBringsAlongStandForItsClasses() {
        AuthProviders providers = providers(
                true,
                List.of("digest", "key"),
                List.of(
                        "org.apache.zookeeper.server.auth.KeyAuthenticationProvider",
                        "org.apache.zookeeper.server.auth.EnsembleAuthenticationProvider",
                        "com.example.Unknown"));
        assertNotNull(providers.get("key"));
        assertNotNull(providers.get("ensemble"));
        assertNotNull(providers.get("ip"));
        assertEquals(4, providers.schemes().size());
    }

    @Test
    void requiredSchemeThatDoesNotExistStopsTheStart() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> providers(false, List.of("digest"), List.of()));
        assertTrue(e.getMessage().contains("'digest'"), e.getMessage());
    }
}
