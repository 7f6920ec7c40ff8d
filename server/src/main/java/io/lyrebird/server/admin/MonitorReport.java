package io.lyrebird.server.admin;

import io.lyrebird.server.admin.ServerView.State;
import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.core.LeaderFigures;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Distribution;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.metrics.Summary;
import io.lyrebird.zab.Followers;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The answer to mntr: a name and a value to a line, names as ZooKeeper's. */
final class MonitorReport {
    /** These stand among the gauges. */
    private static final Set<Counter> GAUGES =
            EnumSet.of(Counter.PACKETS_RECEIVED, Counter.PACKETS_SENT, Counter.AUTH_FAILED);

    /** By mode, in the words of QuorumPeer.getDetailedPeerState. */
    private static final Map<String, String> PEER_STATES =
            Map.of("leader", "leading", "follower", "following", "observer", "observing");

    private final StringBuilder lines = new StringBuilder();

    private MonitorReport() {}

    static String of(ServerView view, State state) {
        MonitorReport report = new MonitorReport();
        report.line("version", view.version());
        report.line("server_state", state.mode());
        view.config().ensemble().ifPresent(ensemble -> report.ensemble(ensemble, state));
        report.gauges(view, state);
        for (Counter counter : Counter.values()) {
            if (!GAUGES.contains(counter)) {
                report.line(counter.reportedName(), view.metrics().total(counter));
            }
        }
        for (Distribution distribution : Distribution.values()) {
            if (distribution != Distribution.RESPONSE_SIZE) {
                report.summary(distribution, view.metrics().summary(distribution));
            }
        }
        return report.lines.toString();
    }

    private void ensemble(EnsembleConfig ensemble, State state) {
        line("peer_state", PEER_STATES.getOrDefault(state.mode(), state.mode()) + " - broadcast");
        line("quorum_size", ensemble.participantCount());
        state.leader().ifPresent(this::leader);
    }

    private void leader(LeaderFigures leader) {
        Followers followers = leader.followers();
        line("learners", followers.learners());
        line("synced_followers", followers.synced());
        line("synced_non_voting_followers", followers.syncedNonVoting());
        line("synced_observers", followers.syncedObservers());
        line("pending_syncs", followers.pendingSyncs());
        line("leader_uptime", leader.uptimeMs());
        line("last_proposal_size", leader.proposalBytesLast());
        line("max_proposal_size", leader.proposalBytesMax());
        line("min_proposal_size", leader.proposalBytesMin());
    }

    private void gauges(ServerView view, State state) {
        Metrics metrics = view.metrics();
        Summary latency = metrics.requestLatency();
        line("avg_latency", latency.average());
        line("max_latency", latency.max());
        line("min_latency", latency.min());
        GAUGES.forEach(counter -> line(counter.reportedName(), metrics.total(counter)));
        line("num_alive_connections", view.connectionCount());
        line("outstanding_requests", state.outstandingRequests());
        line("uptime", view.uptimeMs());
        line("znode_count", state.nodeCount());
        line("watch_count", state.watchCount());
        line("ephemerals_count", state.ephemeralCount());
        line("approximate_data_size", state.approximateDataBytes());
        line("global_sessions", state.sessionCount());
        line("local_sessions", 0);
        line("open_file_descriptor_count", view.openFiles());
        line("max_file_descriptor_count", view.openFilesMax());
        line("connection_drop_probability", 0.0);
        Summary responses = metrics.summary(Distribution.RESPONSE_SIZE);
        boolean none = responses.count() == 0;
        line("last_client_response_size", responses.last());
        line("max_client_response_size", none ? -1 : responses.max());
        line("min_client_response_size", none ? -1 : responses.min());
        line("outstanding_tls_handshake", 0);
        line("non_mtls_remote_conn_count", 0);
        line("non_mtls_local_conn_count", 0);
    }

    private void summary(Distribution distribution, Summary summary) {
        String name = distribution.reportedName();
        line("avg_" + name, summary.average());
        line("min_" + name, summary.min());
        line("max_" + name, summary.max());
        line("cnt_" + name, summary.count());
        line("sum_" + name, summary.sum());
        if (distribution.hasPercentiles()) {
            line("p50_" + name, summary.p50());
            line("p95_" + name, summary.p95());
            line("p99_" + name, summary.p99());
            line("p999_" + name, summary.p999());
        }
    }

    private void line(String name, Object value) {
        lines.append("zk_").append(name).append('\t').append(value).append('\n');
    }
}
