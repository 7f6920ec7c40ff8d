package io.lyrebird.wire.client;

/** The xids that do not count requests but say what a frame is. */
public final class Xid {
    public static final int NOTIFICATION = -1;
    public static final int PING = -2;
    public static final int AUTH = -4;
    public static final int SET_WATCHES = -8;

    private Xid() {}
}
