package io.lyrebird.server.core;

/** What the core needs to know of the configuration. */
public record CoreSettings(int sessionTimeoutMinMs, int sessionTimeoutMaxMs, OutlivedNodesLimits outlivedNodes) {
    int negotiate(int wantedTimeoutMs) {
        return Math.max(sessionTimeoutMinMs, Math.min(sessionTimeoutMaxMs, wantedTimeoutMs));
    }
}
