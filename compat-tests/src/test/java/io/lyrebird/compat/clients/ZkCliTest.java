package io.lyrebird.compat.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import io.lyrebird.compat.support.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooKeeperMain;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Apache's command line client prints the same whether it talks to Apache's server or to the server under test. */
class ZkCliTest {
    private static final Path SCRIPT = Path.of("target/test-classes/clients/zkcli.txt");
    private static final ServerOptions OPTIONS = ServerOptions.defaults().with("extendedTypesEnabled", true);

    /** Commands whose answer is a set: Apache's order is that of its hash tables. */
    private static final Set<String> UNORDERED = Set.of("whoami", "getEphemerals");

    @TempDir
    Path folder;

    private record Session(List<List<String>> outputs, List<String> events) {}

    @Test
    void theScriptHasEveryCommand() throws IOException {
        TreeSet<String> used =
                script().stream().map(command -> command.split(" ")[0]).collect(Collectors.toCollection(TreeSet::new));
        used.add("quit"); // ends the script
        TreeSet<String> missing = new TreeSet<>(ZooKeeperMain.getCommands());
        missing.removeAll(used);
        assertEquals(new TreeSet<>(), missing);
    }

    @TestFactory
    Stream<DynamicTest> everyCommandPrintsTheSame() throws Exception {
        List<String> script = script();
        try (ServerUnderTest apache = new ApacheServer(folder("reference"), OPTIONS);
                ServerUnderTest tested = Servers.underTest(folder("tested"), OPTIONS)) {
            apache.start();
            tested.start();
            Session expected = play(script, apache);
            Session actual = play(script, tested);
            List<DynamicTest> tests = new ArrayList<>();
            for (int i = 0; i < script.size(); i++) {
                String command = script.get(i);
                List<String> expectedLines = expected.outputs().get(i);
                List<String> actualLines = actual.outputs().get(i);
                tests.add(DynamicTest.dynamicTest(
                        command, () -> assertEquals(text(expectedLines), text(actualLines), command)));
            }
            tests.add(DynamicTest.dynamicTest(
                    "watch events", () -> assertEquals(text(expected.events()), text(actual.events()))));
            tests.add(DynamicTest.dynamicTest(
                    "there are watch events",
                    () -> assertFalse(expected.events().isEmpty())));
            return tests.stream();
        }
    }

    @Test
    void aCommandAloneHasTheSameOutputAndExitCode() throws Exception {
        try (ServerUnderTest apache = new ApacheServer(folder("reference"), OPTIONS);
                ServerUnderTest tested = Servers.underTest(folder("tested"), OPTIONS)) {
            apache.start();
            tested.start();
            for (List<String> command : List.of(
                    List.of("create", "/alone", "data"),
                    List.of("get", "-s", "/alone"),
                    List.of("get", "/none"),
                    List.of("delete", "-v", "9", "/alone"))) {
                String[] arguments = command.toArray(String[]::new);
                Normal expected = new Normal(apache);
                Normal actual = new Normal(tested);
                assertEquals(
                        text(expected.lines(ZkCli.once(apache, arguments))),
                        text(actual.lines(ZkCli.once(tested, arguments))),
                        command.toString());
            }
        }
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(folder.resolve(name));
    }

    private static List<String> script() throws IOException {
        return Files.readAllLines(SCRIPT).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    private static Session play(List<String> script, ServerUnderTest server) throws Exception {
        Normal normal = new Normal(server);
        try (ZkCli cli = new ZkCli(server)) {
            List<List<String>> outputs = new ArrayList<>();
            cli.run("sync /"); // the welcome, which may come before or after the connection
            for (String command : script) {
                List<String> lines = normal.lines(cli.run(command.replace("SERVER", server.connectString())));
                outputs.add(UNORDERED.contains(command.split(" ")[0]) ? ordered(lines) : lines);
            }
            return new Session(outputs, normal.lines(cli.quit()));
        }
    }

    /** Lines in order, and so what a line lists between brackets. */
    private static List<String> ordered(List<String> lines) {
        return lines.stream()
                .map(line -> line.startsWith("[")
                        ? new TreeSet<>(List.of(
                                        line.substring(1, line.length() - 1).split(", ")))
                                .toString()
                        : line)
                .sorted()
                .toList();
    }

    private static String text(List<String> lines) {
        return String.join("\n", lines);
    }

    /** Replaces what differs from run to run. A zxid or session id becomes its number in the order of appearance. */
    private static final class Normal {
        /** The epoch, which the root and its system nodes have for their times, is left to be compared. */
        private static final Pattern TIME = Pattern.compile("^([cm]time = )(?!.* 1970$).*");

        private static final Pattern ID = Pattern.compile("0x[0-9a-f]+|(?<=zxid: )\\d+");

        private final Map<Long, String> ids = new HashMap<>(Map.of(0L, "0x0"));
        private final String connectString;

        Normal(ServerUnderTest server) {
            connectString = server.connectString();
        }

        List<String> lines(List<String> lines) {
            return lines.stream().map(this::line).toList();
        }

        private String line(String line) {
            String timeless =
                    TIME.matcher(line.replace(connectString, "SERVER")).replaceFirst("$1TIME");
            return ID.matcher(timeless).replaceAll(this::id);
        }

        private String id(MatchResult found) {
            long id = Long.decode(found.group());
            return Matcher.quoteReplacement(ids.computeIfAbsent(id, ignored -> "ID" + ids.size()));
        }
    }
}
