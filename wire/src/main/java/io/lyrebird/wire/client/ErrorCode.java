package io.lyrebird.wire.client;

import java.util.HashMap;
import java.util.Map;

/** The error codes a reply can carry, as numbered by ZooKeeper 3.9. */
public enum ErrorCode {
    OK(0),

    // -1 to -100: the server's or the connection's failures
    SYSTEM_ERROR(-1),
    RUNTIME_INCONSISTENCY(-2),
    DATA_INCONSISTENCY(-3),
    CONNECTION_LOSS(-4),
    MARSHALLING_ERROR(-5),
    UNIMPLEMENTED(-6),
    OPERATION_TIMEOUT(-7),
    BAD_ARGUMENTS(-8),
    UNKNOWN_SESSION(-12),
    NEW_CONFIG_NO_QUORUM(-13),
    RECONFIG_IN_PROGRESS(-14),

    // below -100: answers to what the client asked for
    API_ERROR(-100),
    NO_NODE(-101),
    NO_AUTH(-102),
    BAD_VERSION(-103),
    NO_CHILDREN_FOR_EPHEMERALS(-108),
    NODE_EXISTS(-110),
    NOT_EMPTY(-111),
    SESSION_EXPIRED(-112),
    INVALID_CALLBACK(-113),
    INVALID_ACL(-114),
    AUTH_FAILED(-115),
    SESSION_MOVED(-118),
    NOT_READ_ONLY(-119),
    EPHEMERAL_ON_LOCAL_SESSION(-120),
    NO_WATCHER(-121),
    REQUEST_TIMEOUT(-122),
    RECONFIG_DISABLED(-123),
    SESSION_CLOSED_REQUIRE_SASL_AUTH(-124),
    QUOTA_EXCEEDED(-125),
    THROTTLED_OP(-127);

    private static final Map<Integer, ErrorCode> BY_CODE = new HashMap<>();

    static {
        for (ErrorCode error : values()) {
            BY_CODE.put(error.code, error);
        }
    }

    private final int code;

    ErrorCode(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static ErrorCode of(int code) {
        ErrorCode error = BY_CODE.get(code);
        if (error == null) {
            throw new IllegalArgumentException("no error has the code " + code);
        }
        return error;
    }
}
