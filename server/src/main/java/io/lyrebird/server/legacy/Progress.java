package io.lyrebird.server.legacy;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** One line every few seconds while a file is read or written, so that nobody takes long work for a hang. */
final class Progress {
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** How many steps pass between two looks at the clock; a power of two. */
    private static final int STEPS = 1 << 12;

    private final Notices notices;
    private final String what;
    private final String unit;
    private long steps;
    private long lastNanos = System.nanoTime();

    Progress(Notices notices, String doing, Path file, String unit) {
        this.notices = notices;
        this.what = doing + " " + file;
        this.unit = unit;
    }

    /** One more of them; and how far it is, in whatever measure. */
    void step(long done, long total) {
        steps++;
        if ((steps & STEPS - 1) == 0 && System.nanoTime() - lastNanos >= INTERVAL_NANOS) {
            lastNanos = System.nanoTime();
            notices.info(what + ": " + steps + " " + unit + ", " + Math.min(100, 100 * done / total) + "%");
        }
    }
}
