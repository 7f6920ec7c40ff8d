package io.lyrebird.server.auth;

import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.Acl;
import java.util.ArrayList;
import java.util.List;

/** Holds ACLs against identities. It has no state that changes: every thread may ask it. */
public final class Authorizer {
    /** No ACL stops a client with an identity of this scheme. */
    public static final String SUPER_SCHEME = "super";

    private static final String WORLD_SCHEME = "world";
    private static final String WORLD_ID = "anyone";
    private static final String AUTH_SCHEME = "auth";

    private final AuthProviders providers;
    private final boolean skipAcl;

    public Authorizer(AuthProviders providers, boolean skipAcl) {
        this.providers = providers;
        this.skipAcl = skipAcl;
    }

    public AuthProviders providers() {
        return providers;
    }

    /** Whether somebody with these identities has any of these permissions (ZooKeeperServer.checkACL). */
    public boolean allows(List<Acl> acl, int perms, List<Identity> identities) {
        if (skipAcl || acl == null || acl.isEmpty()) {
            return true;
        }
        for (int i = 0; i < acl.size(); i++) {
            Acl entry = acl.get(i);
            if ((entry.perms() & perms) != 0 && means(entry, identities)) {
                return true;
            }
        }
        return isSuper(identities);
    }

    private static boolean isSuper(List<Identity> identities) {
        for (int i = 0; i < identities.size(); i++) {
            if (identities.get(i).scheme().equals(SUPER_SCHEME)) {
                return true;
            }
        }
        return false;
    }

    private boolean means(Acl entry, List<Identity> identities) {
        if (isWorld(entry)) {
            return true;
        }
        AuthProvider provider = providers.get(entry.scheme());
        if (provider == null) {
            return false;
        }
        for (int i = 0; i < identities.size(); i++) {
            Identity identity = identities.get(i);
            if (identity.scheme().equals(entry.scheme()) && provider.matches(identity.id(), entry.id())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWorld(Acl entry) {
        return WORLD_SCHEME.equals(entry.scheme()) && WORLD_ID.equals(entry.id());
    }

    /**
     * The ACL that a node gets when a client asks for this one: without repetitions, and with the scheme auth replaced by
     * the client's own identities (PrepRequestProcessor.fixupACL).
     *
     * @return null if the ACL is not valid
     */
    public List<Acl> fixup(List<Acl> acl, List<Identity> identities) {
        if (acl == null || acl.isEmpty()) {
            return null;
        }
        if (acl.equals(Acl.OPEN_ACL_UNSAFE)) {
            return Acl.OPEN_ACL_UNSAFE;
        }
        List<Acl> fixed = new ArrayList<>(acl.size());
        for (int i = 0; i < acl.size(); i++) {
            Acl entry = acl.get(i);
            if (acl.indexOf(entry) == i && !addFixed(entry, identities, fixed)) {
                return null;
            }
        }
        return fixed;
    }

    private boolean addFixed(Acl entry, List<Identity> identities, List<Acl> fixed) {
        if (entry.scheme() == null) {
            return false;
        }
        if (AUTH_SCHEME.equals(entry.scheme())) {
            return addOwnIdentities(entry.perms(), identities, fixed);
        }
        if (isWorld(entry) || isValid(entry)) {
            fixed.add(entry);
            return true;
        }
        return false;
    }

    private boolean addOwnIdentities(int perms, List<Identity> identities, List<Acl> fixed) {
        boolean found = false;
        for (Identity identity : identities) {
            AuthProvider provider = providers.get(identity.scheme());
            if (provider != null && provider.isAuthenticated()) {
                fixed.add(new Acl(perms, identity.scheme(), identity.id()));
                found = true;
            }
        }
        return found;
    }

    private boolean isValid(Acl entry) {
        AuthProvider provider = providers.get(entry.scheme());
        if (entry.id() == null && (provider != null || WORLD_SCHEME.equals(entry.scheme()))) {
            throw new MalformedException("an ACL without an id");
        }
        return provider != null && provider.isValid(entry.id());
    }
}
