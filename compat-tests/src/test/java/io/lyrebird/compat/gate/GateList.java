package io.lyrebird.compat.gate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The two lists of the gate: upstream's tests that a genuine Apache server passes when it is a foreign server (the
 * denominator, as measured), and what this project makes of each in a scope.
 */
final class GateList {
    /** A test that Apache passes. Only a stable one is counted. */
    record Upstream(UpstreamTest test, String scope, boolean stable) {}

    /**
     * A test that is run, and must pass, or that is known not to pass yet, with the reason.
     *
     * @param races whether threads of the test itself race, whatever the server does: once in a while it has to be repeated
     */
    record Entry(UpstreamTest test, boolean run, boolean races, String reason) {}

    private GateList() {}

    static List<Upstream> upstream() {
        return rows("upstream-3.9.5.csv", "class,method,scope,stable").stream()
                .map(row -> new Upstream(
                        new UpstreamTest(row.get(0), row.get(1)),
                        row.get(2),
                        row.get(3).equals("yes")))
                .toList();
    }

    static List<Entry> entries(String scope) {
        return rows(scope + ".csv", "class,method,status,reason").stream()
                .map(row -> new Entry(
                        new UpstreamTest(row.get(0), row.get(1)),
                        isRun(row),
                        row.get(2).equals("race"),
                        row.get(3)))
                .toList();
    }

    /** Every stable test of a scope, to be run. */
    static Stream<Entry> everything(String scope) {
        return upstream().stream()
                .filter(upstream -> upstream.scope().equals(scope) && upstream.stable())
                .map(upstream -> new Entry(upstream.test(), true, false, ""));
    }

    private static boolean isRun(List<String> row) {
        return switch (row.get(2)) {
            case "run", "race" -> true;
            case "not-yet" -> false;
            default -> throw new IllegalArgumentException("neither run nor race nor not-yet: " + row);
        };
    }

    private static List<List<String>> rows(String file, String header) {
        try (InputStream in = GateList.class.getResourceAsStream("/gate/" + file);
                BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String first = reader.readLine();
            if (!header.equals(first)) {
                throw new IllegalArgumentException(file + " starts with " + first);
            }
            return reader.lines().map(GateList::fields).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Four fields; one that holds commas is in double quotes, one that holds double quotes has them doubled. */
    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        if (fields.size() != 4) {
            throw new IllegalArgumentException("not four fields: " + line);
        }
        return fields;
    }
}
