package io.lyrebird.compat.diff;

/** Requests of every type as frames without their length, for those who want to spoil them. */
public final class RequestFrames implements Bindings {
    private final Dice dice;
    private final String root;
    private final Requests[] themes;
    private int xid;

    public RequestFrames(Dice dice, String root) {
        this.dice = dice;
        this.root = root;
        Theme[] all = Theme.values();
        themes = new Requests[all.length];
        for (int i = 0; i < all.length; i++) {
            themes[i] = new Requests(dice, new Values(dice), all[i]);
        }
    }

    public byte[] next() {
        Requests requests = themes[dice.below(themes.length)];
        Call call = dice.chance(85) ? requests.inOrder() : requests.atOnce();
        return call.frame(++xid, this);
    }

    /** The frame that asks for a new session. */
    public static byte[] connect(int timeoutMs) {
        return Handshake.plain(timeoutMs).frame(0, null, 0, 0);
    }

    @Override
    public String root() {
        return root;
    }

    @Override
    public String lastCreated() {
        return root + "/a";
    }

    @Override
    public long baseZxid() {
        return 0;
    }

    @Override
    public long lastSeenZxid() {
        return 0;
    }
}
