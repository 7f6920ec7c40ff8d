package io.lyrebird.server.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.Perms;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuthorizerTest {
    private static final Identity IP = new Identity("ip", "10.1.2.3");
    private static final Identity ALICE = new Identity("digest", "alice:hash");
    private static final AuthProviders PROVIDERS =
            new AuthProviders(List.of(new IpAuth(), new DigestAuth("SHA1", null)));

    private final Authorizer authorizer = new Authorizer(PROVIDERS, false);

    private static Acl acl(int perms, String scheme, String id) {
        return new Acl(perms, scheme, id);
    }

    @Test
    void anEntryAllowsWhatItNamesToWhomItNames() {
        List<Acl> acl = List.of(acl(Perms.READ, "ip", "10.0.0.0/8"), acl(Perms.WRITE, "digest", "alice:hash"));
        assertTrue(authorizer.allows(acl, Perms.READ, List.of(IP)));
        assertFalse(authorizer.allows(acl, Perms.WRITE, List.of(IP)));
        assertTrue(authorizer.allows(acl, Perms.WRITE, List.of(IP, ALICE)));
        assertTrue(authorizer.allows(acl, Perms.READ | Perms.ADMIN, List.of(IP)), "one of several suffices");
        assertFalse(authorizer.allows(acl, Perms.READ, List.of(ALICE)));
    }

    @Test
    void everyPermissionIsItsOwn() {
        for (int held = 0; held < 5; held++) {
            for (int asked = 0; asked < 5; asked++) {
                List<Acl> acl = List.of(acl(1 << held, "world", "anyone"));
                assertEquals(held == asked, authorizer.allows(acl, 1 << asked, List.of()));
            }
        }
    }

    @Test
    void aSchemeThatIsNotKnownMatchesNobody() {
        List<Acl> acl = List.of(acl(Perms.ALL, "sasl", "bob"), acl(Perms.ALL, "world", "someone"));
        assertFalse(authorizer.allows(acl, Perms.READ, List.of(new Identity("sasl", "bob"))));
    }

    @Test
    void superAndMissingAclsAndSkippedAclsAllowEverything() {
        List<Acl> nobody = List.of(acl(0, "world", "anyone"));
        assertFalse(authorizer.allows(nobody, Perms.READ, List.of(IP)));
        assertTrue(authorizer.allows(nobody, Perms.READ, List.of(IP, DigestAuth.SUPER)));
        assertTrue(authorizer.allows(List.of(), Perms.READ, List.of(IP)));
        assertTrue(authorizer.allows(null, Perms.READ, List.of(IP)));
        assertTrue(new Authorizer(PROVIDERS, true).allows(nobody, Perms.READ, List.of(IP)));
    }

    @Test
    void validEntriesStayInTheirOrderWithoutRepetitions() {
        List<Acl> acl = List.of(
                acl(Perms.READ, "ip", "10.0.0.0/8"),
                acl(Perms.ALL, "world", "anyone"),
                acl(Perms.READ, "ip", "10.0.0.0/8"),
                acl(Perms.WRITE, "ip", "10.0.0.0/8"));
        assertEquals(List.of(acl.get(0), acl.get(1), acl.get(3)), authorizer.fixup(acl, List.of(IP)));
    }

    @Test
    void authBecomesEveryAuthenticatedIdentityOfTheClient() {
        List<Acl> acl = List.of(acl(Perms.READ, "auth", "ignored"), acl(Perms.ALL, "world", "anyone"));
        Identity bob = new Identity("digest", "bob:hash");
        assertEquals(
                List.of(
                        acl(Perms.READ, "digest", "alice:hash"),
                        acl(Perms.READ, "digest", "bob:hash"),
                        acl(Perms.ALL, "world", "anyone")),
                authorizer.fixup(acl, List.of(IP, ALICE, DigestAuth.SUPER, bob)));
        assertNull(authorizer.fixup(acl, List.of(IP)), "an address is no proof of anything");
        assertEquals(
                List.of(acl(1, "digest", "alice:hash")),
                authorizer.fixup(List.of(acl(1, "auth", null)), List.of(ALICE)));
    }

    @Test
    void invalidEntriesSpoilTheAcl() {
        assertNull(authorizer.fixup(null, List.of(IP)));
        assertNull(authorizer.fixup(List.of(), List.of(IP)));
        for (Acl bad : List.of(
                acl(1, null, "x"),
                acl(1, "nobody", "knows"),
                acl(1, "world", "someone"),
                acl(1, "super", ""),
                acl(1, "ip", "here"),
                acl(1, "digest", "alice"))) {
            assertNull(authorizer.fixup(List.of(acl(1, "world", "anyone"), bad), List.of(IP)), bad.toString());
        }
    }

    @Test
    void anEntryWithoutAnIdCannotBeUnderstood() {
        for (String scheme : List.of("world", "ip", "digest")) {
            assertThrows(MalformedException.class, () -> authorizer.fixup(List.of(acl(1, scheme, null)), List.of(IP)));
        }
    }

    @Test
    void authenticationIsEnforcedByScheme() {
        assertTrue(new AuthEnforcement(List.of()).allows(List.of(IP)));
        AuthEnforcement enforced = new AuthEnforcement(List.of("sasl", "digest"));
        assertFalse(enforced.allows(List.of(IP)));
        assertTrue(enforced.allows(List.of(IP, ALICE)));
        assertEquals(List.of("ip", "digest"), PROVIDERS.schemes());
    }
}
