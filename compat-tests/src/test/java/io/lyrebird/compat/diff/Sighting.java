package io.lyrebird.compat.diff;

/** One thing that a server was seen to do, as a text in which nothing is left that may differ between servers. */
record Sighting(Kind kind, long zxid, String text) {
    enum Kind {
        EVENT,
        REPLY,
        OTHER
    }

    static Sighting other(String text) {
        return new Sighting(Kind.OTHER, 0, text);
    }

    boolean isEvent() {
        return kind == Kind.EVENT;
    }

    @Override
    public String toString() {
        return text;
    }
}
