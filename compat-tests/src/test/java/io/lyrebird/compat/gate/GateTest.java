package io.lyrebird.compat.gate;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.lyrebird.compat.support.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Upstream's own tests, unmodified, against the server that {@code -Dgate.server} chooses. A test listed as run must
 * pass. One listed as not-yet is run as well: when it passes, the list is out of date and the build fails.
 *
 * <p>{@code -Dgate.only=ClientTest,AuthTest} runs only those classes, {@code -Dgate.scopes=ensemble,observer} other lists,
 * as {@code -Pensembles} does. {@code -Dgate.scope=reconfig} runs all that Apache passes in that scope, listed here or not. A genuine Apache must pass everything.
 */
@EnabledIfSystemProperty(named = "gate.server", matches = "lyrebird|apache", disabledReason = "no server is chosen")
class GateTest {
    private static final List<String> SCOPES =
            List.of(System.getProperty("gate.scopes", "standalone").split(","));
    private static final Path FOLDER = Path.of("target/gate").toAbsolutePath();

    private static final ExecutorService JVMS = Executors.newFixedThreadPool(Integer.getInteger("gate.parallel", 4));

    @AfterAll
    static void endJvms() {
        JVMS.shutdownNow();
    }

    @TestFactory
    Stream<DynamicNode> upstreamTestsPass() throws Exception {
        clear(FOLDER);
        GateServer server = GateServer.chosen(FOLDER.resolve("first-server"));
        Map<String, List<GateList.Entry>> byClass = entries()
                .filter(entry -> isWanted(entry.test()))
                .collect(Collectors.groupingBy(entry -> entry.test().className(), TreeMap::new, Collectors.toList()));
        // All classes are under way before the first one is looked at. They mostly wait: four at a time suit two cores.
        return byClass.keySet().stream()
                .sorted(ClassDurations.longestFirst())
                .map(className -> start(server, className, byClass.get(className)))
                .toList()
                .stream();
    }

    private static Stream<GateList.Entry> entries() {
        String scopes = System.getProperty("gate.scope");
        if (scopes != null) {
            return Stream.of(scopes.split(",")).flatMap(GateList::everything);
        }
        return SCOPES.stream()
                .flatMap(scope ->
                        Servers.lyrebirdIsChosen() ? GateList.entries(scope).stream() : GateList.everything(scope));
    }

    private static DynamicNode start(GateServer server, String className, List<GateList.Entry> entries) {
        UpstreamClassJvm jvm = new UpstreamClassJvm(
                server,
                FOLDER,
                className,
                entries.stream().map(GateList.Entry::test).toList());
        Future<Map<String, UpstreamOutcome>> outcomes = JVMS.submit(jvm::run);
        return DynamicContainer.dynamicContainer(
                className,
                entries.stream()
                        .map(entry -> DynamicTest.dynamicTest(
                                entry.test().toString(),
                                () -> check(
                                        entry,
                                        again(
                                                server,
                                                entry,
                                                get(outcomes).get(entry.test().name())),
                                        jvm.folder()))));
    }

    /** One more try for a test that has failed and is known to race with itself; in a JVM of its own. */
    private static UpstreamOutcome again(GateServer server, GateList.Entry entry, UpstreamOutcome outcome)
            throws IOException, InterruptedException {
        if (!entry.races() || outcome.status() == UpstreamOutcome.Status.PASSED) {
            return outcome;
        }
        System.out.println(entry.test() + " is tried again, since " + entry.reason());
        UpstreamClassJvm jvm = new UpstreamClassJvm(
                server, FOLDER.resolve("again"), entry.test().className(), List.of(entry.test()));
        return jvm.run().get(entry.test().name());
    }

    private static void check(GateList.Entry entry, UpstreamOutcome outcome, Path folder) {
        if (entry.run()) {
            String where = entry.test() + ", output in " + folder;
            assertTrue(
                    outcome.status() == UpstreamOutcome.Status.PASSED,
                    () -> where + ", " + outcome.status() + ":\n" + outcome.message());
            assertTrue(outcome.isProvenPass(), () -> where + ", says nothing of the server: " + outcome.evidence());
        } else if (outcome.isProvenPass()) {
            fail(entry.test() + " passes now: list it as run");
        } else {
            abort("not yet: " + entry.reason());
        }
    }

    private static Map<String, UpstreamOutcome> get(Future<Map<String, UpstreamOutcome>> outcomes)
            throws InterruptedException {
        try {
            return outcomes.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static boolean isWanted(UpstreamTest test) {
        String only = System.getProperty("gate.only", "");
        return only.isEmpty() || List.of(only.split(",")).contains(test.simpleClassName());
    }

    private static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> paths = Files.walk(folder)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
