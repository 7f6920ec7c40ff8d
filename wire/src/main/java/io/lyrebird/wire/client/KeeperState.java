package io.lyrebird.wire.client;

/** The state of the client a watch event tells of. */
public final class KeeperState {
    public static final int DISCONNECTED = 0;
    public static final int SYNC_CONNECTED = 3;
    public static final int AUTH_FAILED = 4;
    public static final int CONNECTED_READ_ONLY = 5;
    public static final int SASL_AUTHENTICATED = 6;
    public static final int CLOSED = 7;
    public static final int EXPIRED = -112;

    private KeeperState() {}
}
