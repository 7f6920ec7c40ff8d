package io.lyrebird.wire;

/** Invariants, checked in production too: a broken one stops the process through the one handler that exists for it. */
public final class Check {
    private Check() {}

    public static void that(boolean condition, String whatWasBroken) {
        if (!condition) {
            throw new IllegalStateException(whatWasBroken);
        }
    }
}
