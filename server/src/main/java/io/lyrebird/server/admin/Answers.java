package io.lyrebird.server.admin;

import io.lyrebird.server.admin.ServerView.Connection;
import io.lyrebird.server.admin.ServerView.DataWatchCounts;
import io.lyrebird.server.admin.ServerView.State;
import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.core.LeaderFigures;
import io.lyrebird.server.metrics.ConnectionStats;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Summary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The answers to the four letter words. */
public final class Answers {
    private static final String NOT_SERVING = "This ZooKeeper instance is not currently serving requests";

    private final ServerView view;

    public Answers(ServerView view) {
        this.view = view;
    }

    /** Whether the configuration allows the word; it is refused otherwise. */
    public boolean allows(String word) {
        return view.config().fourLetterWords().allows(word);
    }

    /** The answer to a word other than stmk, or its refusal. */
    public String to(String word) {
        if (!allows(word)) {
            return refusal(word);
        }
        return switch (word) {
            case "ruok" -> "imok";
            case "gtmk" -> Long.toString(view.traceMask());
            case "envi" -> environment();
            case "isro" -> isReadOnly();
            case "hash" -> whileServing(NOT_SERVING, state -> digests());
            default -> whileServing(NOT_SERVING + "\n", state -> report(word, state));
        };
    }

    /** The answer to stmk with the mask that follows it. */
    public String toSetTraceMask(long mask) {
        if (!allows(FourLetterWord.SET_TRACE_MASK)) {
            return refusal(FourLetterWord.SET_TRACE_MASK);
        }
        view.setTraceMask(mask);
        return Long.toString(mask);
    }

    private static String refusal(String word) {
        return word + " is not executed because it is not in the whitelist.\n";
    }

    private String whileServing(String otherwise, Function<State, String> answer) {
        Optional<State> state = view.state();
        return state.isPresent() ? answer.apply(state.get()) : otherwise;
    }

    private String report(String word, State state) {
        return switch (word) {
            case "conf" -> configuration();
            case "cons" -> connections(false) + "\n";
            case "crst" -> resetConnections();
            case "dirs" -> "datadir_size: " + view.dataFolderBytes() + "\nlogdir_size: " + view.logFolderBytes() + "\n";
            case "dump" -> dump();
            case "mntr" -> MonitorReport.of(view, state);
            case "srst" -> resetServer();
            case "srvr" -> version(state) + statistics(state);
            case "stat" -> version(state) + "Clients:\n" + connections(true) + "\n" + statistics(state);
            case "wchc" -> grouped(hexKeys(view.dataWatches())) + "\n";
            case "wchp" -> grouped(watchersByPath()) + "\n";
            case "wchs" -> watchCounts() + "\n";
            // In the whitelist under a name that is no word: nobody can ask for it.
            default -> "";
        };
    }

    private String version(State state) {
        return "Zookeeper version: " + view.version() + "\n"
                + (state.readOnly() ? "READ-ONLY mode; serving only read-only clients\n" : "");
    }

    private String statistics(State state) {
        Summary latency = view.metrics().requestLatency();
        return "Latency min/avg/max: " + latency.min() + "/" + latency.average() + "/" + latency.max() + "\n"
                + "Received: " + view.metrics().total(Counter.PACKETS_RECEIVED) + "\n"
                + "Sent: " + view.metrics().total(Counter.PACKETS_SENT) + "\n"
                + "Connections: " + view.connectionCount() + "\n"
                + "Outstanding: " + state.outstandingRequests() + "\n"
                + "Zxid: 0x" + Long.toHexString(state.lastZxid()) + "\n"
                + "Mode: " + state.mode() + "\n"
                + "Node count: " + state.nodeCount() + "\n"
                + state.leader().map(Answers::proposalSizes).orElse("");
    }

    private static String proposalSizes(LeaderFigures leader) {
        return "Proposal sizes last/min/max: " + leader.proposalBytesLast() + "/" + leader.proposalBytesMin() + "/"
                + leader.proposalBytesMax() + "\n";
    }

    private String connections(boolean brief) {
        StringBuilder lines = new StringBuilder();
        for (Connection connection : view.connections()) {
            ConnectionStats stats = connection.stats();
            lines.append(' ')
                    .append(connection.remote())
                    .append(connection.readable() ? "[1]" : "[0]")
                    .append("(queued=")
                    .append(connection.outstandingRequests())
                    .append(",recved=")
                    .append(stats.packetsReceived())
                    .append(",sent=")
                    .append(stats.packetsSent());
            if (!brief && connection.sessionId() != 0) {
                appendSession(lines, connection, stats);
            }
            lines.append(")\n");
        }
        return lines.toString();
    }

    private static void appendSession(StringBuilder line, Connection connection, ConnectionStats stats) {
        line.append(",sid=0x")
                .append(Long.toHexString(connection.sessionId()))
                .append(",lop=")
                .append(stats.lastOperation())
                .append(",est=")
                .append(stats.establishedMs())
                .append(",to=")
                .append(connection.sessionTimeoutMs());
        if (stats.lastCxid() >= 0) {
            line.append(",lcxid=0x").append(Long.toHexString(stats.lastCxid()));
        }
        line.append(",lzxid=0x")
                .append(Long.toHexString(stats.lastZxid()))
                .append(",lresp=")
                .append(stats.lastResponseMs())
                .append(",llat=")
                .append(stats.lastLatencyMs())
                .append(",minlat=")
                .append(stats.latencyMinMs())
                .append(",avglat=")
                .append(stats.latencyAverageMs())
                .append(",maxlat=")
                .append(stats.latencyMaxMs());
    }

    private String configuration() {
        return "clientPort=" + view.clientPort() + "\n"
                + "secureClientPort=-1\n"
                + "dataDir=" + view.dataFolder().toAbsolutePath() + "\n"
                + "dataDirSize=" + view.dataFolderBytes() + "\n"
                + "dataLogDir=" + view.logFolder().toAbsolutePath() + "\n"
                + "dataLogSize=" + view.logFolderBytes() + "\n"
                + "tickTime=" + view.config().tickTimeMs() + "\n"
                + "maxClientCnxns=" + view.config().clients().connectionsPerHostMax() + "\n"
                + "minSessionTimeout=" + view.config().sessions().minTimeoutMs() + "\n"
                + "maxSessionTimeout=" + view.config().sessions().maxTimeoutMs() + "\n"
                + "clientPortListenBacklog=" + view.config().clients().listenBacklog() + "\n"
                + "serverId=" + view.serverId() + "\n"
                + view.config().ensemble().map(Answers::ensemble).orElse("");
    }

    private static String ensemble(EnsembleConfig ensemble) {
        EnsembleConfig.Member self = ensemble.self();
        return "initLimit=" + ensemble.limits().initTicks() + "\n"
                + "syncLimit=" + ensemble.limits().syncTicks() + "\n"
                + "electionAlg=3\n"
                + "electionPort=" + ports(self.electionAddresses()) + "\n"
                + "quorumPort=" + ports(self.quorumAddresses()) + "\n"
                + "peerType=" + (self.participant() ? 0 : 1) + "\n"
                + "membership: \n" + ensemble.text();
    }

    private static String ports(List<EnsembleConfig.Address> addresses) {
        return addresses.stream()
                .map(address -> Integer.toString(address.port()))
                .distinct()
                .collect(Collectors.joining("|"));
    }

    private String dump() {
        SortedMap<Long, List<String>> sessions = new TreeMap<>();
        view.sessionsByExpiry().forEach((at, ids) -> sessions.put(at, hex(ids)));
        SortedMap<Long, List<String>> connections = new TreeMap<>();
        for (Connection connection : view.connections()) {
            connections
                    .computeIfAbsent(connection.expiresAtMs(), at -> new ArrayList<>())
                    .add("ip: " + connection.remote() + " sessionId: 0x" + Long.toHexString(connection.sessionId()));
        }
        Map<Long, ? extends Collection<String>> ephemerals = view.ephemerals();
        StringBuilder ephemeralLines = new StringBuilder();
        ephemerals.forEach((session, paths) -> {
            ephemeralLines.append("0x").append(Long.toHexString(session)).append(":\n");
            paths.forEach(path -> ephemeralLines.append('\t').append(path).append('\n'));
        });
        return "SessionTracker dump:\nSession " + expirySets(sessions)
                + "ephemeral nodes dump:\nSessions with Ephemerals (" + ephemerals.size() + "):\n" + ephemeralLines
                + "Connections dump:\nConnections " + expirySets(connections);
    }

    private static String expirySets(SortedMap<Long, List<String>> sets) {
        int members = sets.values().stream().mapToInt(List::size).sum();
        StringBuilder lines = new StringBuilder("Sets (" + sets.size() + ")/(" + members + "):\n");
        sets.forEach((at, set) -> {
            lines.append(set.size()).append(" expire at ").append(new Date(at)).append(":\n");
            set.forEach(member -> lines.append('\t').append(member).append('\n'));
        });
        return lines.toString();
    }

    private static List<String> hex(Collection<Long> ids) {
        return ids.stream().map(id -> "0x" + Long.toHexString(id)).toList();
    }

    private static Map<String, Collection<String>> hexKeys(Map<Long, ? extends Collection<String>> bySession) {
        Map<String, Collection<String>> byHex = new TreeMap<>();
        bySession.forEach((session, paths) -> byHex.put("0x" + Long.toHexString(session), paths));
        return byHex;
    }

    private Map<String, Collection<String>> watchersByPath() {
        Map<String, Collection<String>> byPath = new TreeMap<>();
        view.dataWatches()
                .forEach((session, paths) ->
                        paths.forEach(path -> byPath.computeIfAbsent(path, first -> new ArrayList<>())
                                .add("0x" + Long.toHexString(session))));
        return byPath;
    }

    private static String grouped(Map<String, Collection<String>> groups) {
        StringBuilder lines = new StringBuilder();
        groups.forEach((key, members) -> {
            lines.append(key).append('\n');
            members.forEach(member -> lines.append('\t').append(member).append('\n'));
        });
        return lines.toString();
    }

    private String watchCounts() {
        DataWatchCounts counts = view.dataWatchCounts();
        return counts.connections() + " connections watching " + counts.paths() + " paths\nTotal watches:"
                + counts.watches();
    }

    private String environment() {
        StringBuilder lines = new StringBuilder("Environment:\n");
        view.environment()
                .forEach((name, value) ->
                        lines.append(name).append('=').append(value).append('\n'));
        return lines.toString();
    }

    private String isReadOnly() {
        return view.state().map(state -> state.readOnly() ? "ro" : "rw").orElse("null");
    }

    private String digests() {
        StringBuilder lines = new StringBuilder();
        view.digests()
                .forEach(digest -> lines.append(Long.toHexString(digest.zxid()))
                        .append(": ")
                        .append(digest.value())
                        .append('\n'));
        return lines.toString();
    }

    private String resetConnections() {
        view.resetConnectionStats();
        return "Connection stats reset.\n";
    }

    private String resetServer() {
        view.metrics().reset();
        return "Server stats reset.\n";
    }
}
