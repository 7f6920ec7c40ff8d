package io.lyrebird.perf.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** The scenarios that come with the program, in the order of reports, and those of a user's own files. */
public final class Catalogue {
    private static final String FOLDER = "/scenarios/";
    private static final String ENDING = ".properties";

    private final List<Scenario> scenarios;

    private Catalogue(List<Scenario> scenarios) {
        this.scenarios = List.copyOf(scenarios);
    }

    public static Catalogue builtIn() {
        List<Scenario> scenarios = new ArrayList<>();
        for (String name : resource("index").lines().map(String::trim).toList()) {
            if (!name.isEmpty() && !name.startsWith("#")) {
                scenarios.add(parse(name, resource(name + ENDING)));
            }
        }
        return new Catalogue(scenarios);
    }

    public List<Scenario> all() {
        return scenarios;
    }

    public List<Scenario> ofSet(String set) {
        return scenarios.stream()
                .filter(scenario -> scenario.sets().contains(set))
                .toList();
    }

    /** By name, or by the path of a file. */
    public Scenario find(String name) throws IOException {
        for (Scenario scenario : scenarios) {
            if (scenario.name().equals(name)) {
                return scenario;
            }
        }
        Path file = Path.of(name);
        if (name.endsWith(ENDING) && Files.isRegularFile(file)) {
            String fileName = file.getFileName().toString();
            return parse(fileName.substring(0, fileName.length() - ENDING.length()), Files.readString(file));
        }
        throw new IllegalArgumentException("there is no scenario '" + name + "', only "
                + String.join(" ", scenarios.stream().map(Scenario::name).toList()) + ", or a file that ends in "
                + ENDING);
    }

    private static Scenario parse(String name, String text) {
        Properties properties = new Properties();
        try {
            properties.load(new java.io.StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ScenarioFile.parse(name, properties);
    }

    private static String resource(String name) {
        try (InputStream in = Catalogue.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("the program has no resource " + FOLDER + name);
            }
            try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
                java.io.StringWriter text = new java.io.StringWriter();
                reader.transferTo(text);
                return text.toString();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
