package io.lyrebird.compat.gate;

import io.lyrebird.compat.gate.UpstreamOutcome.Status;
import io.lyrebird.compat.support.Jvm;
import io.lyrebird.compat.support.Reaper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** The JVM of one upstream test class: it gets a folder, a range of ports and a time limit of its own. */
final class UpstreamClassJvm {
    private static final int LIMIT_SECONDS = 300;
    /** Of the user super; its password is test, as upstream's tests know it. */
    private static final String SUPER_DIGEST = "super:D/InIHSb7yEEbrWz8b9l71RjZJU=";

    /** The first test of these, which is not listed, leaves behind a property that the servers of the others need. */
    private static final Set<String> WHOLE_CLASSES = Set.of("org.apache.zookeeper.test.BufferSizeTest");

    private final GateServer server;
    private final String className;
    private final List<UpstreamTest> tests;
    private final Path folder;

    UpstreamClassJvm(GateServer server, Path gateFolder, String className, List<UpstreamTest> tests) {
        this.server = server;
        this.className = className;
        this.tests = tests;
        this.folder = gateFolder.resolve(className.substring(className.lastIndexOf('.') + 1));
    }

    /** Output of the tests and of their servers, for a human. */
    Path folder() {
        return folder;
    }

    /** The outcome of each test, by the test's name. */
    Map<String, UpstreamOutcome> run() throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (String each : List.of("work", "tmp", "no-data")) {
            Files.createDirectory(folder.resolve(each));
        }
        boolean ended;
        try (PortSlot ports = PortSlot.take()) {
            Process jvm = new ProcessBuilder(command(ports))
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("tests.log").toFile())
                    .start();
            Reaper.watch(jvm);
            ended = jvm.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            // What the tests have left running ends with their JVM.
            jvm.destroyForcibly().onExit().join();
        }
        return outcomes(ended ? "its JVM ended early" : "its class did not end within " + LIMIT_SECONDS + " s");
    }

    private List<String> command(PortSlot ports) {
        List<String> command = new ArrayList<>(
                List.of("setsid", Jvm.java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g", "-Xshare:auto"));
        // jmockit insists on being the first agent.
        command.add("-javaagent:" + Jvm.jar("jmockit-"));
        command.add("-javaagent:" + agentJar());
        property(command, GateSettings.SERVER_COMMAND, server.command());
        property(command, GateSettings.SERVER_FLAGS, server.flags() + " -Djava.io.tmpdir=" + folder.resolve("tmp"));
        property(command, GateSettings.SERVER_LOG, folder.resolve("servers.log"));
        property(command, "build.test.dir", folder.resolve("work"));
        property(command, "java.io.tmpdir", folder.resolve("tmp"));
        property(command, "test.data.dir", folder.resolve("no-data"));
        property(command, "test.junit.threads", PortSlot.COUNT);
        property(command, "zookeeper.junit.threadid", ports.number());
        property(command, "zookeeper.DigestAuthenticationProvider.superDigest", SUPER_DIGEST);
        command.addAll(List.of("-cp", Jvm.classPath(), UpstreamClassMain.class.getName(), className));
        command.add(outcomesFile().toString());
        if (!WHOLE_CLASSES.contains(className)) {
            command.addAll(
                    new TreeSet<>(tests.stream().map(UpstreamTest::method).toList()));
        }
        return command;
    }

    private static void property(List<String> command, String name, Object value) {
        command.add("-D" + name + "=" + value);
    }

    private static Path agentJar() {
        return Path.of("target/gate-agent.jar").toAbsolutePath();
    }

    private Path outcomesFile() {
        return folder.resolve("outcomes.tsv");
    }

    /** A test without an outcome of its own fails with what happened to its class. */
    private Map<String, UpstreamOutcome> outcomes(String howItEnded) throws IOException {
        List<String> lines =
                Files.exists(outcomesFile()) ? Files.readAllLines(outcomesFile(), StandardCharsets.UTF_8) : List.of();
        Map<String, UpstreamOutcome> byName = new LinkedHashMap<>();
        lines.stream()
                .filter(line -> !line.equals(UpstreamOutcome.END))
                .map(UpstreamOutcome::fromLine)
                .forEach(outcome -> byName.put(outcome.test(), outcome));
        String instead = byName.containsKey(UpstreamOutcome.WHOLE_CLASS)
                ? byName.get(UpstreamOutcome.WHOLE_CLASS).message()
                : lines.contains(UpstreamOutcome.END) ? "there is no such test" : howItEnded;
        for (UpstreamTest test : tests) {
            UpstreamOutcome outcome = byName.get(test.name());
            if (outcome == null || outcome.status() == Status.STARTED) {
                byName.put(
                        test.name(),
                        new UpstreamOutcome(test.name(), Status.FAILED, 0, new Evidence(0, 0, 0), instead));
            }
        }
        return byName;
    }
}
