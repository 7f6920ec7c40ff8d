package io.lyrebird.server.config;

import java.io.IOException;
import java.io.Reader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The lines that name the members of an ensemble: {@code server.N}, {@code group.N}, {@code weight.N}.
 *
 * <p>Until ensembles are supported they are only understood as far as a stand-alone server needs: one single
 * participant is stand-alone (several deployments write such a line), and that line may carry the client port.
 */
final class EnsembleLines {
    private static final String FORM = " does not have the form server_config or server_config;client_config where"
            + " server_config is the pipe separated list of host:port:port or host:port:port:type"
            + " and client_config is port or host:port";

    private record Member(boolean participant, Optional<InetSocketAddress> client) {}

    private final Map<Long, Member> members = new TreeMap<>();

    private EnsembleLines() {}

    static boolean isLine(String key) {
        return key.startsWith("server.") || key.startsWith("group") || key.startsWith("weight");
    }

    static EnsembleLines of(Map<String, String> lines, boolean multiAddress) throws ConfigException {
        EnsembleLines ensemble = new EnsembleLines();
        for (Map.Entry<String, String> line : lines.entrySet()) {
            if (line.getKey().startsWith("server.")) {
                long id = serverId(line.getKey());
                ensemble.members.put(id, member(id, line.getValue(), multiAddress));
            }
        }
        return ensemble;
    }

    /** The separate file that {@code dynamicConfigFile} points to; it holds nothing but member lines and a version. */
    static EnsembleLines ofDynamicFile(Path dynamicFile, boolean multiAddress) throws ConfigException {
        Properties lines = new Properties();
        try (Reader in = Files.newBufferedReader(dynamicFile, StandardCharsets.ISO_8859_1)) {
            lines.load(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigException("Error processing " + dynamicFile + ": " + e.getMessage(), e);
        }
        Map<String, String> members = new TreeMap<>();
        for (String key : lines.stringPropertyNames()) {
            if (key.trim().equals("version")) {
                throw new ConfigException("dynamic file shouldn't have version inside");
            }
            if (!isLine(key.trim())) {
                throw new ConfigException("Unrecognised parameter: " + key.trim() + " in " + dynamicFile);
            }
            members.put(key.trim(), lines.getProperty(key).trim());
        }
        return of(members, multiAddress);
    }

    private static long serverId(String key) throws ConfigException {
        String id = key.substring("server.".length());
        try {
            return Long.parseLong(id);
        } catch (NumberFormatException e) {
            throw new ConfigException(key + ": the server id " + id + " is not a number", e);
        }
    }

    private static Member member(long id, String line, boolean multiAddress) throws ConfigException {
        String[] serverAndClient = line.split(";");
        String[] addresses = serverAndClient[0].split("\\|");
        if (serverAndClient.length > 2) {
            throw new ConfigException(line + FORM);
        }
        if (!multiAddress && addresses.length > 1) {
            throw new ConfigException(
                    "Multiple address feature is disabled, but multiple addresses were specified for sid " + id);
        }
        Optional<Boolean> participant = Optional.empty();
        for (String address : addresses) {
            List<String> parts = hostAndPorts(address);
            if (parts.size() < 3 || parts.size() > 4) {
                throw new ConfigException(line + FORM);
            }
            if (port(parts.get(0), parts.get(1)) == port(parts.get(0), parts.get(2))) {
                throw new ConfigException("Client and election port must be different! Please update the"
                        + " configuration file on server." + id);
            }
            if (parts.size() == 4) {
                boolean here = isParticipant(parts.get(3));
                if (participant.isPresent() && participant.get() != here) {
                    throw new ConfigException("Multiple addresses should have similar roles: server." + id);
                }
                participant = Optional.of(here);
            }
        }
        Optional<InetSocketAddress> client =
                serverAndClient.length == 2 ? Optional.of(clientAddress(line, serverAndClient[1])) : Optional.empty();
        return new Member(participant.orElse(true), client);
    }

    static boolean isParticipant(String role) throws ConfigException {
        switch (role.trim().toLowerCase(Locale.ROOT)) {
            case "participant":
                return true;
            case "observer":
                return false;
            default:
                throw new ConfigException("Unrecognised peertype: " + role);
        }
    }

    private static InetSocketAddress clientAddress(String line, String client) throws ConfigException {
        List<String> parts = hostAndPorts(client);
        if (parts.size() > 2) {
            throw new ConfigException(line + FORM);
        }
        String host = parts.size() == 2 ? parts.get(0) : "0.0.0.0";
        return new InetSocketAddress(host, port(host, parts.get(parts.size() - 1)));
    }

    /** Splits at colons; an IPv6 host stands in brackets. */
    private static List<String> hostAndPorts(String address) throws ConfigException {
        if (!address.startsWith("[")) {
            return List.of(address.split(":"));
        }
        int end = address.indexOf("]:");
        if (end < 2) {
            throw new ConfigException(address + " starts with '[' but has no matching ']:'");
        }
        String host = address.substring(1, end);
        String[] ports = address.substring(end + 2).split(":");
        String[] all = new String[ports.length + 1];
        all[0] = host;
        System.arraycopy(ports, 0, all, 1, ports.length);
        return List.of(all);
    }

    private static int port(String host, String port) throws ConfigException {
        try {
            return new InetSocketAddress(Integer.parseInt(port)).getPort();
        } catch (IllegalArgumentException e) {
            throw new ConfigException("Address unresolved: " + host + ":" + port, e);
        }
    }

    /** Refuses what makes no sense, and ensembles until they are supported. */
    void requireStandalone(boolean standaloneEnabled) throws ConfigException {
        long participants =
                members.values().stream().filter(Member::participant).count();
        long observers = members.size() - participants;
        if (participants == 0 && !standaloneEnabled) {
            throw new ConfigException("standaloneEnabled = false then number of participants should be >0");
        }
        if (participants == 0 && observers > 0) {
            throw new ConfigException("Observers w/o participants is an invalid configuration");
        }
        if (participants == 1 && standaloneEnabled && observers > 0) {
            throw new ConfigException("Observers w/o quorum is an invalid configuration");
        }
        if (participants > 1 || !standaloneEnabled) {
            throw new ConfigException("Ensembles are not supported yet: the configuration names " + members.size()
                    + " servers" + (standaloneEnabled ? "" : " and standaloneEnabled is false"));
        }
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    /** The client address that the line of this server carries, if there is a myid file and such a line. */
    Optional<InetSocketAddress> clientAddressOf(Optional<Long> myId) {
        return myId.map(members::get).flatMap(Member::client);
    }

    /** The number in the file myid of the data folder; a stand-alone server needs none. */
    static Optional<Long> myId(Path dataDir) throws ConfigException {
        Path file = dataDir.resolve("myid");
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        String first = "";
        try {
            first = Files.readString(file).lines().findFirst().orElse("");
            return Optional.of(Long.parseLong(first));
        } catch (NumberFormatException e) {
            throw new ConfigException("serverid " + first + " is not a number", e);
        } catch (IOException e) {
            throw new ConfigException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
