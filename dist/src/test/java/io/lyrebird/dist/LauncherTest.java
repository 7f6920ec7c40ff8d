package io.lyrebird.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.dist.Installation.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LauncherTest {
    private static final int TERMINATED = 128 + 15;

    @TempDir
    Path folder;

    private Installation installation;
    private String launcher;

    @BeforeEach
    void install() throws Exception {
        installation = new Installation(folder);
        launcher = installation.home.resolve("bin/lyrebird").toString();
    }

    @Test
    void theServerTakesTheProcessThatWasStartedAndEndsOnTerm() throws Exception {
        Path out = folder.resolve("out");
        Process process = installation
                .process(launcher, "server", installation.config.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            Await.until(
                    "serving",
                    () -> installation
                                    .run(launcher, "status", installation.config.toString())
                                    .exit()
                            == 0);
            assertTrue(process.info().command().orElseThrow().endsWith("java"), "the shell is gone");
            assertEquals(0, process.descendants().count());
            process.destroy();
            assertTrue(process.waitFor(20, TimeUnit.SECONDS), "ends on SIGTERM");
            assertTrue(process.exitValue() == 0 || process.exitValue() == TERMINATED, "exit " + process.exitValue());
            assertFalse(Files.readString(out).contains("Exception"), Files.readString(out));
            assertFalse(Files.readString(out).contains("logback"), "nothing but our own lines");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theLibraryOfTheDefaultEngineIsNotUnpackedAtEveryStart() throws Exception {
        Path tmp = Files.createDirectories(folder.resolve("tmp"));
        installation.with("JVMFLAGS", "-Djava.io.tmpdir=" + tmp);
        String config = Files.readString(installation.config).replace("=memory", "=rocksdb");
        Files.writeString(installation.config, config);
        Process process = installation
                .process(launcher, "server", installation.config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        try {
            Await.until(
                    "serving",
                    () -> installation
                                    .run(launcher, "status", installation.config.toString())
                                    .exit()
                            == 0);
            try (Stream<Path> files = Files.list(tmp)) {
                assertEquals(
                        0,
                        files.filter(file -> file.toString().contains("rocksdb"))
                                .count());
            }
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    @Test
    void thePackagedTreeTakesItsClassesFromTheArchive() throws Exception {
        // Not the copy: a JVM does without the archive where there is a blank in the path.
        installation.with("JVMFLAGS", "-Xlog:class+load:file=loaded.txt");
        installation.run(Installation.packagedTree().resolve("bin/lyrebird").toString(), "check", "nowhere");
        String loaded = Files.readString(installation.work.resolve("loaded.txt"));
        assertTrue(loaded.contains("io.lyrebird.server.boot.Main source: shared objects file"), loaded);
    }

    @Test
    void aWrongConfigurationIsOneLineAndAFailure() throws Exception {
        Files.writeString(installation.config, "clientPort=1\n");
        Outcome outcome = installation.run(launcher, "server", installation.config.toString());
        assertEquals("Error processing " + installation.config + ": dataDir is not set\n", outcome.err());
        assertTrue(outcome.exit() > 0);
    }

    @Test
    void withoutJavaOneLineSaysWhatToInstall() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        for (String tool : new String[] {"bash", "dirname", "readlink", "sed", "head", "cat"}) {
            Files.writeString(bin.resolve(tool), "#!/bin/sh\nexec " + which(tool) + " \"$@\"\n");
            assertTrue(bin.resolve(tool).toFile().setExecutable(true));
        }
        installation.with("PATH", bin.toString()).with("JAVA_HOME", "");
        Outcome outcome = installation.run(launcher, "server");
        assertEquals(1, outcome.exit());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
        assertTrue(outcome.err().startsWith("Lyrebird needs Java 17 or newer: install a JDK"), outcome.err());
    }

    @Test
    void anOldJavaIsRefusedInOneLine() throws Exception {
        Path java = Files.createDirectories(folder.resolve("old/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'openjdk version \"11.0.2\" 2019-01-15' >&2\n");
        assertTrue(java.toFile().setExecutable(true));
        installation.with("JAVA_HOME", folder.resolve("old").toString());
        Outcome outcome = installation.run(launcher, "version");
        assertEquals(1, outcome.exit());
        assertTrue(outcome.err().startsWith("Lyrebird needs Java 17 or newer"), outcome.err());
        Files.writeString(folder.resolve("old/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"1.8.0_345\"\n");
        assertEquals(1, installation.run(launcher, "version").exit());
    }

    @Test
    void flagsFitTheVersionOfJava() throws Exception {
        Path home = Files.createDirectories(folder.resolve("jdk"));
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(home.resolve("bin/java"));
        assertTrue(home.resolve("bin/java").toFile().setExecutable(true));
        installation.with("JAVA_HOME", home.toString());
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        String on17 = installation.run(launcher, "print-cmd", "server").out();
        assertFalse(on17.contains("--enable-native-access"), on17);
        assertFalse(on17.contains("CompactObjectHeaders"), on17);
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"25\"\n");
        String on25 = installation.run(launcher, "print-cmd", "server").out();
        assertTrue(on25.contains(" --enable-native-access=ALL-UNNAMED "), on25);
        assertTrue(on25.contains(" -XX:+UseCompactObjectHeaders "), on25);
    }

    @Test
    void theOperatorsCollectorTakesThePlaceOfOurs() throws Exception {
        assertTrue(installation.run(launcher, "print-cmd", "server").out().contains(" -XX:+UseG1GC "));
        installation.with("JVMFLAGS", "-Da=b -XX:+UseSerialGC -Xmx64m");
        String command = installation.run(launcher, "print-cmd", "server").out();
        assertFalse(command.contains("G1GC"), command);
        Files.writeString(installation.config, "clientPort=1\n");
        Outcome outcome = installation.run(launcher, "server", installation.config.toString());
        assertTrue(outcome.err().contains("dataDir is not set"), "the JVM starts: " + outcome);
    }

    @Test
    void helpShowsEveryCommand() throws Exception {
        Outcome help = installation.run(launcher, "--help");
        assertEquals(0, help.exit());
        for (String command : new String[] {"server [zoo.cfg]", "status", "print-cmd", "version", "--help"}) {
            assertTrue(help.out().contains("lyrebird " + command), help.out());
        }
        Outcome root = installation.run(System.getProperty("lyrebird.root") + "/lyrebird", "--help");
        assertEquals(help, root);
    }

    @Test
    void perfIsThereBesideTheServer() throws Exception {
        Outcome scenarios = installation.run(launcher, "perf", "scenarios");
        assertEquals(0, scenarios.exit(), scenarios.err());
        assertTrue(scenarios.out().startsWith("getdata-16x32"), "nothing but our own lines");
        Outcome server = installation.run(launcher, "print-cmd", "server", installation.config.toString());
        assertFalse(server.out().contains("lib/perf"), "not on the class path of the server");
    }

    @Test
    void anUnknownCommandIsAFailure() throws Exception {
        Outcome outcome = installation.run(launcher, "serve");
        assertEquals(2, outcome.exit());
        assertEquals("lyrebird: there is no command 'serve' (try lyrebird --help)\n", outcome.err());
    }

    static Path which(String tool) {
        for (String folder : System.getenv("PATH").split(":")) {
            Path candidate = Path.of(folder, tool);
            if (Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        throw new AssertionError("no " + tool + " on the PATH");
    }
}
