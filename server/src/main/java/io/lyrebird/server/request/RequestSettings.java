package io.lyrebird.server.request;

/**
 * What requests need to know of the configuration.
 *
 * @param enforceQuota enforceQuota: a hard limit refuses what exceeds it
 * @param closeSessionTxnEnabled closeSessionTxn.enabled: the txn that closes a session lists the ephemerals that go
 * @param reconfigEnabled reconfigEnabled: false refuses every reconfig
 */
public record RequestSettings(boolean enforceQuota, boolean closeSessionTxnEnabled, boolean reconfigEnabled) {
    public static final RequestSettings DEFAULTS = new RequestSettings(false, true, false);
}
