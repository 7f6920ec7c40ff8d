package io.lyrebird.wire.client;

/** The kinds of znodes a client can create; {@link #flag} is what a create request carries. */
public enum CreateMode {
    PERSISTENT(0, false, false, false, false),
    EPHEMERAL(1, true, false, false, false),
    PERSISTENT_SEQUENTIAL(2, false, true, false, false),
    EPHEMERAL_SEQUENTIAL(3, true, true, false, false),
    CONTAINER(4, false, false, true, false),
    PERSISTENT_WITH_TTL(5, false, false, false, true),
    PERSISTENT_SEQUENTIAL_WITH_TTL(6, false, true, false, true);

    private static final CreateMode[] BY_FLAG = values();

    private final int flag;
    private final boolean ephemeral;
    private final boolean sequential;
    private final boolean container;
    private final boolean ttl;

    CreateMode(int flag, boolean ephemeral, boolean sequential, boolean container, boolean ttl) {
        this.flag = flag;
        this.ephemeral = ephemeral;
        this.sequential = sequential;
        this.container = container;
        this.ttl = ttl;
    }

    /** Null if no mode has this flag. */
    public static CreateMode ofFlag(int flag) {
        return flag >= 0 && flag < BY_FLAG.length ? BY_FLAG[flag] : null;
    }

    public int flag() {
        return flag;
    }

    public boolean ephemeral() {
        return ephemeral;
    }

    public boolean sequential() {
        return sequential;
    }

    public boolean container() {
        return container;
    }

    public boolean ttl() {
        return ttl;
    }
}
