package io.lyrebird.compat.gate;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.lyrebird.compat.gate.UpstreamOutcome.Status;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs the named methods of one upstream test class in this JVM, which has the agent, and writes an outcome a line.
 * Arguments: the class, the file to write, the methods (none means all).
 */
final class UpstreamClassMain implements TestExecutionListener {
    private static final String TEST_LIMIT = "100 s";

    private final PrintWriter outcomes;
    private Evidence evidenceBefore;
    private long startNanos;

    private UpstreamClassMain(PrintWriter outcomes) {
        this.outcomes = outcomes;
    }

    public static void main(String[] arguments) throws IOException {
        Set<String> methods = Set.copyOf(List.of(arguments).subList(2, arguments.length));
        try (PrintWriter outcomes =
                new PrintWriter(Files.newBufferedWriter(Path.of(arguments[1]), StandardCharsets.UTF_8), true)) {
            LauncherFactory.create().execute(request(arguments[0], methods), new UpstreamClassMain(outcomes));
            outcomes.println(UpstreamOutcome.END);
        }
        // Some tests leave threads behind that would keep this JVM alive.
        Runtime.getRuntime().halt(0);
    }

    private static LauncherDiscoveryRequest request(String className, Set<String> methods) {
        PostDiscoveryFilter listed = descriptor -> FilterResult.includedIf(methods.isEmpty()
                || methodName(descriptor.getSource()).map(methods::contains).orElse(true));
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(className))
                .filters(listed)
                .configurationParameter("junit.jupiter.execution.timeout.testable.method.default", TEST_LIMIT)
                .build();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            evidenceBefore = Evidence.soFar();
            startNanos = System.nanoTime();
            report(test, Status.STARTED, "");
            System.out.println("gate: test " + name(test));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        evidenceBefore = Evidence.soFar();
        startNanos = System.nanoTime();
        report(test, Status.SKIPPED, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (test.isTest()) {
            report(test, passed ? Status.PASSED : Status.FAILED, trace(result));
        } else if (!passed) {
            outcomes.println(
                    new UpstreamOutcome(UpstreamOutcome.WHOLE_CLASS, Status.FAILED, 0, Evidence.soFar(), trace(result))
                            .toLine());
        }
    }

    private void report(TestIdentifier test, Status status, String message) {
        long tookMs = (System.nanoTime() - startNanos) / 1_000_000;
        outcomes.println(
                new UpstreamOutcome(name(test), status, tookMs, Evidence.soFar().since(evidenceBefore), message)
                        .toLine());
    }

    private static String trace(TestExecutionResult result) {
        StringWriter text = new StringWriter();
        result.getThrowable().ifPresent(error -> error.printStackTrace(new PrintWriter(text)));
        return text.toString();
    }

    /** The display name; that of a parametrised test's invocation only counts the arguments and so follows the method. */
    private static String name(TestIdentifier test) {
        String display = test.getDisplayName().replaceAll("\\s", " ");
        String method = methodName(test.getSource()).orElse("");
        return display.startsWith(method) ? display : method + " " + display;
    }

    private static Optional<String> methodName(Optional<TestSource> source) {
        return source.filter(MethodSource.class::isInstance).map(method -> ((MethodSource) method).getMethodName());
    }
}
