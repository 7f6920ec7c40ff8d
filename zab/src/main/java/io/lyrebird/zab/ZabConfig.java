package io.lyrebird.zab;

import io.lyrebird.wire.Check;

/**
 * What a node knows of its ensemble.
 *
 * @param counterMax the last counter a leader gives to a txn of its epoch; after it comes a new epoch
 */
public record ZabConfig(long serverId, long counterMax) {
    public ZabConfig {
        Check.that(counterMax > 0 && counterMax < Zxid.COUNTER_MAX, "an epoch ends before its counter does");
    }

    /** An ensemble of one. */
    public static ZabConfig standAlone(long serverId) {
        return new ZabConfig(serverId, Zxid.COUNTER_MAX - 1);
    }
}
