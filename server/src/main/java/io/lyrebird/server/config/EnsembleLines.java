package io.lyrebird.server.config;

import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.zab.GroupRule;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** The lines that name the members of an ensemble: {@code server.N}, {@code group.N}, {@code weight.N}. */
final class EnsembleLines {
    private static final int PARTICIPANTS_MAX = 63;
    private static final int HEX = 16;

    /**
     * Hash maps, since the text that servers exchange has the order that they give in Apache; it matters to nobody,
     * but equal texts are easier to compare.
     */
    private final Map<Long, Member> members = new HashMap<>();

    private final Map<Long, Long> groupOf = new HashMap<>();
    private final Map<Long, Long> weightOf = new HashMap<>();
    private boolean grouped;
    private long version;

    private EnsembleLines() {}

    static boolean isLine(String key) {
        return key.startsWith("server.") || key.startsWith("group") || key.startsWith("weight");
    }

    static EnsembleLines of(Map<String, String> lines, boolean multiAddress) throws ConfigException {
        EnsembleLines ensemble = new EnsembleLines();
        for (Map.Entry<String, String> line : lines.entrySet()) {
            String key = line.getKey();
            if (key.startsWith("server.")) {
                long id = number(key, key.substring("server.".length()), "server id");
                ensemble.members.put(id, MemberLine.parse(id, line.getValue(), multiAddress));
            } else if (key.startsWith("group")) {
                ensemble.addGroup(key, line.getValue());
            } else if (key.startsWith("weight")) {
                ensemble.addWeight(key, line.getValue());
            }
        }
        ensemble.completeGroups();
        return ensemble;
    }

    /**
     * The separate file that {@code dynamicConfigFile} points to; it holds nothing but member lines. Its name ends with
     * the version, in hex, if Apache has written it.
     */
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
        EnsembleLines ensemble = of(members, multiAddress);
        ensemble.version = versionIn(dynamicFile.toString());
        return ensemble;
    }

    private static long versionIn(String fileName) {
        try {
            return Long.parseLong(fileName.substring(fileName.lastIndexOf('.') + 1), HEX);
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static long number(String key, String number, String what) throws ConfigException {
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            throw new ConfigException(key + ": the " + what + " " + number + " is not a number", e);
        }
    }

    private void addGroup(String key, String servers) throws ConfigException {
        grouped = true;
        long groupId = number(key, key.substring(key.indexOf('.') + 1), "group id");
        for (String server : servers.split(":")) {
            long id = number(key, server, "server id");
            if (groupOf.putIfAbsent(id, groupId) != null) {
                throw new ConfigException("Server " + id + " is in multiple groups");
            }
        }
    }

    private void addWeight(String key, String weight) throws ConfigException {
        grouped = true;
        long id = number(key, key.substring(key.indexOf('.') + 1), "server id");
        weightOf.put(id, number(key, weight, "weight"));
        if (weightOf.get(id) < 0) {
            throw new ConfigException(key + "=" + weight + " is below zero");
        }
    }

    private void completeGroups() throws ConfigException {
        if (!grouped) {
            return;
        }
        for (Member member : members.values()) {
            if (member.participant()) {
                if (!groupOf.containsKey(member.id())) {
                    throw new ConfigException("Server " + member.id() + " is not in a group");
                }
                weightOf.putIfAbsent(member.id(), 1L);
            }
        }
        for (Map.Entry<Long, Long> grouped : groupOf.entrySet()) {
            Member member = members.get(grouped.getKey());
            if (member == null || !member.participant()) {
                throw new ConfigException(
                        "group." + grouped.getValue() + " has server " + grouped.getKey() + ", which does not vote");
            }
        }
        if (!members.isEmpty() && groups().stream().allMatch(member -> member.weight() == 0)) {
            throw new ConfigException("no server has a weight above zero");
        }
    }

    /** Whether this is the configuration of an ensemble; refuses what makes no sense. */
    boolean isEnsemble(boolean standaloneEnabled) throws ConfigException {
        long participants = participants();
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
        if (participants > PARTICIPANTS_MAX) {
            throw new ConfigException(
                    participants + " participants: there may be " + PARTICIPANTS_MAX + ", and any number of observers");
        }
        return participants > 1 || !standaloneEnabled;
    }

    long participants() {
        return members.values().stream().filter(Member::participant).count();
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    Optional<Member> member(long serverId) {
        return Optional.ofNullable(members.get(serverId));
    }

    List<Member> members() {
        return new ArrayList<>(new TreeMap<>(members).values());
    }

    /** Nothing if a majority decides. */
    List<GroupRule.Member> groups() {
        return new TreeMap<>(groupOf)
                .entrySet().stream()
                        .map(entry -> new GroupRule.Member(
                                entry.getKey(), entry.getValue(), weightOf.getOrDefault(entry.getKey(), 1L)))
                        .toList();
    }

    long version() {
        return version;
    }

    /** What Apache passes from server to server, without the line of the version. */
    String text() {
        StringBuilder text = new StringBuilder();
        members.values().forEach(member -> line(text, "server." + member.id(), MemberLine.text(member)));
        if (grouped) {
            Map<Long, String> serversOf = new HashMap<>();
            groupOf.forEach((server, group) -> serversOf.merge(group, server.toString(), (a, b) -> a + ":" + b));
            serversOf.forEach((group, servers) -> line(text, "group." + group, servers));
            weightOf.forEach((server, weight) -> line(text, "weight." + server, weight.toString()));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String key, String value) {
        text.append(key).append('=').append(value).append('\n');
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
