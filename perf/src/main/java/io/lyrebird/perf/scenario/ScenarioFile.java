package io.lyrebird.perf.scenario;

import io.lyrebird.perf.load.OperationMix;
import io.lyrebird.wire.client.CreateMode;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;

/** Reads a scenario from properties. A key that is not known is an error: it would otherwise change nothing, silently. */
public final class ScenarioFile {
    private final String name;
    private final Properties properties;
    private final Set<String> unread;

    private ScenarioFile(String name, Properties properties) {
        this.name = name;
        this.properties = properties;
        this.unread = new HashSet<>(properties.stringPropertyNames());
    }

    public static Scenario parse(String name, Properties properties) {
        return new ScenarioFile(name, properties).parse();
    }

    private Scenario parse() {
        Scenario scenario = new Scenario(
                name,
                read("title", name, Function.identity()),
                read("kind", "load", Scenario.Kind::ofLabel),
                read("sets", "", text -> new LinkedHashSet<>(List.of(text.split("\\s*,\\s*")))),
                read("connections", "16", Integer::parseInt),
                read("window", "1", Integer::parseInt),
                read("rate", "", ScenarioFile::parseRate),
                read("mix", "getData", OperationMix::parse),
                read("tree", "1000", Integer::parseInt),
                read("payload", "100", Integer::parseInt),
                read("keys", "uniform", Scenario.Keys::new),
                read("create.mode", "persistent", text -> CreateMode.valueOf(text.toUpperCase(Locale.ROOT))),
                read("baseline", null, Function.identity()),
                read("targets", "", Target::parseAll),
                read("ensemble.targets", "", Target::parseAll),
                read("baseline.targets", "", Target::parseAll));
        if (!unread.isEmpty()) {
            throw new IllegalArgumentException(name + ": no scenario has " + String.join(", ", unread));
        }
        return scenario;
    }

    /** {@code 5000}, or {@code 0.5 of setdata-16x32}. */
    private static Scenario.Rate parseRate(String text) {
        if (text.isEmpty()) {
            return null;
        }
        String[] words = text.split("\\s+");
        if (words.length == 1) {
            return Scenario.Rate.fixed(Double.parseDouble(words[0]));
        }
        if (words.length == 3 && words[1].equals("of")) {
            return new Scenario.Rate(0, Double.parseDouble(words[0]), words[2]);
        }
        throw new IllegalArgumentException("a rate is like 5000 or '0.5 of SCENARIO', not '" + text + "'");
    }

    private <T> T read(String key, String otherwise, Function<String, T> parser) {
        unread.remove(key);
        String text = properties.getProperty(key, otherwise);
        try {
            return text == null ? null : parser.apply(text.trim());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + key + "=" + text + ": " + e.getMessage(), e);
        }
    }
}
