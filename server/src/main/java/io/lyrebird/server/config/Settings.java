package io.lyrebird.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Lookup in a configuration file and in the system properties, the way ZooKeeper combines them.
 *
 * <p>A few keys belong to the file alone ({@link #inFile}). Every other key {@code x} of the file stands for the system
 * property {@code zookeeper.x} and overrides it ({@link #property}). Each name that is asked for is remembered, so what
 * remains in {@link #unread()} is what nobody here understands.
 */
final class Settings {
    static final String PREFIX = "zookeeper.";
    static final String OWN_PREFIX = "lyrebird.";

    private final Map<String, String> file = new TreeMap<>();
    private final Map<String, String> system = new TreeMap<>();
    private final Set<String> asked = new TreeSet<>();
    private final List<String> warnings = new ArrayList<>();

    Settings(Properties file, Properties system) {
        for (String key : file.stringPropertyNames()) {
            this.file.put(key.trim(), file.getProperty(key).trim());
        }
        for (String key : system.stringPropertyNames()) {
            this.system.put(key, system.getProperty(key));
        }
    }

    /** A key that only the file can set. */
    Optional<String> inFile(String key) {
        if (asked.add(key) && system.containsKey(PREFIX + key)) {
            warn("-D" + PREFIX + key + " has no effect, in ZooKeeper as here: only the file sets " + key);
        }
        return Optional.ofNullable(file.get(key));
    }

    int inFile(String key, int otherwise) throws ConfigException {
        Optional<String> value = inFile(key);
        return value.isPresent() ? number(key, value.get(), Integer::parseInt) : otherwise;
    }

    long inFile(String key, long otherwise) throws ConfigException {
        Optional<String> value = inFile(key);
        return value.isPresent() ? number(key, value.get(), Long::parseLong) : otherwise;
    }

    boolean inFile(String key, boolean otherwise) throws ConfigException {
        Optional<String> value = inFile(key);
        if (value.isEmpty()) {
            return otherwise;
        }
        if (value.get().equalsIgnoreCase("true")) {
            return true;
        }
        if (value.get().equalsIgnoreCase("false")) {
            return false;
        }
        throw new ConfigException("Invalid option " + value.get() + " for " + key + ". Choose 'true' or 'false'");
    }

    private static <N extends Number> N number(String key, String value, Function<String, N> parse)
            throws ConfigException {
        try {
            return parse.apply(value);
        } catch (NumberFormatException e) {
            throw new ConfigException(key + "=" + value + " is not a whole number in range", e);
        }
    }

    /** {@code key} in the file, else the system property {@code zookeeper.key}. */
    Optional<String> property(String key) {
        asked.add(key);
        String inFile = file.get(key);
        return Optional.ofNullable(inFile != null ? inFile : system.get(PREFIX + key));
    }

    /** False unless it says true, in any case: what {@code Boolean.parseBoolean} makes of it. */
    boolean property(String key, boolean otherwise) {
        return property(key).map(Boolean::parseBoolean).orElse(otherwise);
    }

    /** A number that cannot be read counts as not given, as for {@code Integer.getInteger}, but is warned about. */
    int property(String key, int otherwise) {
        return lenient(key, property(key), Integer::decode, otherwise);
    }

    long property(String key, long otherwise) {
        return lenient(key, property(key), Long::decode, otherwise);
    }

    /** A system property without the prefix, which the file cannot set. */
    Optional<String> systemOnly(String name) {
        String inFile = file.get(name);
        if (inFile != null && asked.add(name)) {
            warn(name + " has no effect in the file, in ZooKeeper as here: start with -D" + name + "=" + inFile);
        }
        asked.add(name);
        return Optional.ofNullable(system.get(name));
    }

    int systemOnly(String name, int otherwise) {
        return lenient(name, systemOnly(name), Integer::decode, otherwise);
    }

    long systemOnly(String name, long otherwise) {
        return lenient(name, systemOnly(name), Long::decode, otherwise);
    }

    /** One of Lyrebird's own keys, which has the same name in the file and as a system property. */
    Optional<String> own(String key) {
        asked.add(key);
        String inFile = file.get(key);
        return Optional.ofNullable(inFile != null ? inFile : system.get(key));
    }

    /** All keys of Lyrebird's own that start with {@code prefix}. */
    Map<String, String> ownBelow(String prefix) {
        return below(prefix, prefix);
    }

    /** All keys that start with {@code prefix}, or system properties that start with {@code zookeeper.prefix}. */
    Map<String, String> propertiesBelow(String prefix) {
        return below(prefix, PREFIX + prefix);
    }

    private Map<String, String> below(String filePrefix, String systemPrefix) {
        Map<String, String> found = new TreeMap<>();
        system.forEach((key, value) -> {
            if (key.startsWith(systemPrefix)) {
                found.put(filePrefix + key.substring(systemPrefix.length()), value);
            }
        });
        file.forEach((key, value) -> {
            if (key.startsWith(filePrefix)) {
                found.put(key, value);
            }
        });
        asked.addAll(found.keySet());
        return found;
    }

    private <N extends Number> N lenient(String key, Optional<String> value, Function<String, N> parse, N otherwise) {
        if (value.isEmpty() || value.get().isEmpty()) {
            return otherwise;
        }
        try {
            return parse.apply(value.get());
        } catch (NumberFormatException e) {
            warn(key + "=" + value.get() + " is not a whole number in range: using the default, " + otherwise);
            return otherwise;
        }
    }

    void warn(String warning) {
        warnings.add(warning);
    }

    List<String> warnings() {
        return warnings;
    }

    Set<String> asked() {
        return asked;
    }

    Map<String, String> file() {
        return file;
    }

    /** What was given and never asked for, by the name it has in the file. */
    Map<String, String> unread() {
        Map<String, String> unread = new TreeMap<>();
        system.forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                unread.put(key.substring(PREFIX.length()), value);
            } else if (key.startsWith(OWN_PREFIX)) {
                unread.put(key, value);
            }
        });
        unread.putAll(file);
        unread.keySet().removeAll(asked);
        return unread;
    }
}
