package io.lyrebird.compat.diff;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.apache.jute.BinaryOutputArchive;

/** The first frame of a connection, in the ways that clients of different ages, and broken ones, send it. */
record Handshake(Seen seen, int timeoutMs, Credentials credentials, ReadOnly readOnly, int protocolVersion) {
    /** What the client says is the newest zxid it has seen. */
    enum Seen {
        NOTHING,
        LAST,
        AHEAD,
        NEGATIVE
    }

    /** The password that goes with the session id; a new session has none to show. */
    enum Credentials {
        RIGHT,
        WRONG,
        SHORT,
        NONE,
        UNKNOWN_SESSION
    }

    /** Clients before 3.4 do not send the byte. */
    enum ReadOnly {
        ABSENT,
        NO,
        YES
    }

    private static final int AHEAD_BY = 1_000_000;
    private static final int PASSWORD_LENGTH = 16;
    private static final long UNKNOWN_SESSION_ID = 0x0100_dead_beef_0001L;

    static Handshake plain(int timeoutMs) {
        return new Handshake(Seen.NOTHING, timeoutMs, Credentials.RIGHT, ReadOnly.NO, 0);
    }

    /** The server's newest zxid is at least the one that is given for it. */
    byte[] frame(long sessionId, byte[] password, long lastSeenZxid, long serverZxid) {
        long id = credentials == Credentials.UNKNOWN_SESSION ? UNKNOWN_SESSION_ID : sessionId;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryOutputArchive out = BinaryOutputArchive.getArchive(bytes);
        try {
            out.writeInt(protocolVersion, "protocolVersion");
            out.writeLong(zxid(lastSeenZxid, serverZxid), "lastZxidSeen");
            out.writeInt(timeoutMs, "timeOut");
            out.writeLong(id, "sessionId");
            out.writeBuffer(shown(password), "passwd");
            if (readOnly != ReadOnly.ABSENT) {
                out.writeBool(readOnly == ReadOnly.YES, "readOnly");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private long zxid(long lastSeenZxid, long serverZxid) {
        return switch (seen) {
            case NOTHING -> 0;
            case LAST -> lastSeenZxid;
            case AHEAD -> Math.max(lastSeenZxid, serverZxid) + AHEAD_BY;
            case NEGATIVE -> -1;
        };
    }

    private byte[] shown(byte[] password) {
        byte[] known = password == null ? new byte[PASSWORD_LENGTH] : password;
        return switch (credentials) {
            case RIGHT, UNKNOWN_SESSION -> known;
            case WRONG -> {
                byte[] wrong = known.clone();
                wrong[0] ^= 1;
                yield wrong;
            }
            case SHORT -> Arrays.copyOf(known, PASSWORD_LENGTH / 2);
            case NONE -> null;
        };
    }

    @Override
    public String toString() {
        return "timeout=" + timeoutMs + " seen=" + seen + " credentials=" + credentials + " readOnly=" + readOnly
                + (protocolVersion == 0 ? "" : " protocol=" + protocolVersion);
    }
}
