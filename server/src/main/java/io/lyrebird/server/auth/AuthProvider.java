package io.lyrebird.server.auth;

/** One scheme of identities, such as digest or ip. It has no state that changes: every thread may ask it. */
public interface AuthProvider {
    /** How ACLs and clients name it. */
    String scheme();

    /**
     * Judges an auth packet; called in a read phase.
     *
     * @param token as it was sent, null included
     * @param clientIp the address of the client, as text
     */
    AuthOutcome authenticate(byte[] token, String clientIp);

    /** Whether an id of this scheme is one that an ACL's entry means. */
    boolean matches(String id, String aclExpression);

    /** Whether ids of this scheme stand for somebody, so that the scheme auth expands to them. */
    boolean isAuthenticated();

    /** Whether an ACL may have this id. */
    boolean isValid(String aclExpression);

    /** The part of an id that may be shown. */
    default String userName(String id) {
        return id;
    }
}
