package io.lyrebird.compat.gate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;

/**
 * What a test sets inside its JVM and a server in another process must know as well: system properties, JAAS sections,
 * static switches. Properties travel as -D options; one whose value holds blanks cannot, but {@code x=value} in zoo.cfg
 * means the same as {@code -Dzookeeper.x=value}.
 */
public final class TestSettings {
    private static final String PREFIX = "zookeeper.";
    private static final String SUPER_DIGEST = "zookeeper.DigestAuthenticationProvider.superDigest";
    private static final String JAAS_FILE = "java.security.auth.login.config";

    private static final Properties AT_START = new Properties();

    private TestSettings() {}

    /** Everything that is set now belongs to the JVM or the harness, not to a test. */
    static void rememberStart() {
        System.getProperties().stringPropertyNames().forEach(name -> {
            if (!name.equals(SUPER_DIGEST)) {
                AT_START.setProperty(name, System.getProperty(name));
            }
        });
    }

    /** The -D options for a server that starts now. */
    static String jvmFlags() throws IOException {
        List<String> flags = new ArrayList<>();
        for (String name : namesSetByTests()) {
            String value = System.getProperty(name);
            if (!hasBlanks(value)) {
                flags.add("-D" + name + "=" + value);
            } else if (!name.startsWith(PREFIX)) {
                System.out.println("gate: cannot hand on " + name + "=" + value);
            }
        }
        String sections = jaasSections();
        if (!sections.isEmpty()) {
            flags.add("-D" + JAAS_FILE + "=" + writeTemporary(sections));
        }
        return String.join(" ", flags);
    }

    /** Adds to the zoo.cfg of a server that starts now what cannot be a -D option. */
    static void addLines(Path config) throws IOException {
        StringBuilder lines = new StringBuilder(switches());
        for (String name : namesSetByTests()) {
            String value = System.getProperty(name);
            if (hasBlanks(value) && name.startsWith(PREFIX)) {
                lines.append(name.substring(PREFIX.length()))
                        .append('=')
                        .append(value)
                        .append('\n');
            }
        }
        addMissing(config, lines.toString());
    }

    /** Adds the switches alone, to a zoo.cfg that a test has just written. */
    public static void addSwitches(Path config) throws IOException {
        addMissing(config, switches());
    }

    static Path writeTemporary(String text) throws IOException {
        return Files.writeString(Files.createTempFile("gate", ".cfg"), text);
    }

    private static Set<String> namesSetByTests() {
        Set<String> names = new TreeSet<>(System.getProperties().stringPropertyNames());
        names.removeIf(name -> System.getProperty(name).equals(AT_START.getProperty(name)));
        return names;
    }

    private static boolean hasBlanks(String value) {
        return value.chars().anyMatch(Character::isWhitespace);
    }

    /** Tests set these as statics of QuorumPeerConfig. */
    private static String switches() {
        return (QuorumPeerConfig.isReconfigEnabled() ? "reconfigEnabled=true\n" : "")
                + (QuorumPeerConfig.isStandaloneEnabled() ? "" : "standaloneEnabled=false\n");
    }

    private static void addMissing(Path config, String lines) throws IOException {
        if (!Files.isRegularFile(config)) {
            return;
        }
        String text = Files.readString(config);
        StringBuilder added = new StringBuilder(text.isEmpty() || text.endsWith("\n") ? "" : "\n");
        lines.lines()
                .filter(line -> !("\n" + text).contains("\n" + line.substring(0, line.indexOf('=') + 1)))
                .forEach(line -> added.append(line).append('\n'));
        if (!added.toString().isBlank()) {
            Files.writeString(config, text + added);
        }
    }

    /** The server's sections of a JAAS configuration that a test has installed by code, as the text of a JAAS file. */
    private static String jaasSections() {
        if (System.getProperty(JAAS_FILE) != null) {
            return "";
        }
        Configuration jaas;
        try {
            jaas = Configuration.getConfiguration();
        } catch (SecurityException e) {
            return ""; // there is none
        }
        Set<String> names = new LinkedHashSet<>(List.of(
                System.getProperty("zookeeper.sasl.serverconfig", "Server"),
                "Server",
                "QuorumServer",
                "QuorumLearner"));
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            AppConfigurationEntry[] entries = jaas.getAppConfigurationEntry(name);
            if (entries != null) {
                text.append(name).append(" {\n");
                List.of(entries).forEach(entry -> appendEntry(text, entry));
                text.append("};\n");
            }
        }
        return text.toString();
    }

    private static void appendEntry(StringBuilder text, AppConfigurationEntry entry) {
        text.append("  ").append(entry.getLoginModuleName()).append(" required");
        for (Map.Entry<String, ?> option : entry.getOptions().entrySet()) {
            text.append("\n    ")
                    .append(option.getKey())
                    .append("=\"")
                    .append(option.getValue())
                    .append('"');
        }
        text.append(";\n");
    }
}
