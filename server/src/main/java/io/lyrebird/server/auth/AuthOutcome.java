package io.lyrebird.server.auth;

import java.util.List;

/**
 * What came of an auth packet.
 *
 * @param identities what the client has proved; a scheme may be content without any
 */
public record AuthOutcome(Verdict verdict, List<Identity> identities) {
    /** What the server does with the client. */
    public enum Verdict {
        ACCEPTED,
        /** The client is told that authentication failed, and its connection ends. */
        FAILED,
        /** The connection ends without a word, so that the client looks for another server. */
        TURNED_AWAY
    }

    public static final AuthOutcome FAILED = new AuthOutcome(Verdict.FAILED, List.of());
    public static final AuthOutcome TURNED_AWAY = new AuthOutcome(Verdict.TURNED_AWAY, List.of());

    public static AuthOutcome accepted(Identity... identities) {
        return new AuthOutcome(Verdict.ACCEPTED, List.of(identities));
    }
}
