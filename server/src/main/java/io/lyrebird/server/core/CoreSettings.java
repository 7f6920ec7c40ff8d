package io.lyrebird.server.core;

/**
 * What the core needs to know of the configuration.
 *
 * @param alone         an ensemble of one: its clients stay when it begins a new epoch, since they can go nowhere else
 * @param leaderServes  whether a leader takes clients
 * @param members       the ensemble as the node /zookeeper/config shows it; empty in an ensemble of one
 */
public record CoreSettings(
        int sessionTimeoutMinMs,
        int sessionTimeoutMaxMs,
        OutlivedNodesLimits outlivedNodes,
        boolean alone,
        boolean leaderServes,
        String members) {
    /** Of an ensemble of one. */
    public static CoreSettings standAlone(
            int sessionTimeoutMinMs, int sessionTimeoutMaxMs, OutlivedNodesLimits outlivedNodes) {
        return new CoreSettings(sessionTimeoutMinMs, sessionTimeoutMaxMs, outlivedNodes, true, true, "");
    }

    int negotiate(int wantedTimeoutMs) {
        return Math.max(sessionTimeoutMinMs, Math.min(sessionTimeoutMaxMs, wantedTimeoutMs));
    }
}
