package io.lyrebird.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.dist.Installation.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script at the root of the source tree, in a small tree with a Maven that only pretends to build. */
class SourceTreeScriptTest {
    private static final String BUILT_LAUNCHER = "#!/bin/sh\necho \"launched with $*\"\n";

    @TempDir
    Path folder;

    private Path root;
    private Path tools;
    private Path builds;

    @BeforeEach
    void layOut() throws Exception {
        root = Files.createDirectories(folder.resolve("a tree"));
        tools = Files.createDirectories(folder.resolve("tools"));
        builds = folder.resolve("builds");
        executable(
                root.resolve("lyrebird"), Files.readString(Path.of(System.getProperty("lyrebird.root"), "lyrebird")));
        Files.createDirectories(root.resolve("server/src/main"));
        Files.writeString(root.resolve("pom.xml"), "");
        for (String tool : List.of("bash", "dirname", "readlink", "sed", "find", "head", "cat")) {
            executable(tools.resolve(tool), "#!/bin/sh\nexec " + LauncherTest.which(tool) + " \"$@\"\n");
        }
    }

    private void installJdk(String version) throws IOException {
        executable(tools.resolve("javac"), "#!/bin/sh\necho 'javac " + version + "'\n");
    }

    private void installMaven() throws IOException {
        Path tree = root.resolve("dist/target/lyrebird");
        executable(tools.resolve("mvn"), """
                #!/bin/bash
                echo "mvn $*" >> '%s'
                /bin/rm -rf '%s/lib'
                /bin/mkdir -p '%s/bin' '%s/lib'
                echo '%s' > '%s/bin/lyrebird'
                /bin/chmod +x '%s/bin/lyrebird'
                """.formatted(builds, tree, tree, tree, BUILT_LAUNCHER, tree, tree));
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    private Outcome lyrebird(String... arguments) throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        String[] command = new String[arguments.length + 1];
        command[0] = root.resolve("lyrebird").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("PATH", tools.toString());
        builder.environment().remove("JAVA_HOME");
        int exit = builder.start().waitFor();
        return new Outcome(exit, Files.readString(out), Files.readString(err));
    }

    private long buildCount() throws IOException {
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    @Test
    void itBuildsWhatIsMissingOrOlderThanItsSourcesAndHandsOver() throws Exception {
        installJdk("21.0.1");
        installMaven();
        Outcome first = lyrebird("server", "my zoo.cfg");
        assertEquals("launched with server my zoo.cfg\n", first.out(), first.err());
        assertEquals(0, first.exit());
        assertEquals(List.of("mvn -q -B -ntp -DskipTests package -pl dist -am"), Files.readAllLines(builds));
        lyrebird("version");
        assertEquals(1, buildCount(), "nothing has changed");
        Path source = Files.writeString(root.resolve("server/src/main/A.java"), "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
        lyrebird("version");
        assertEquals(2, buildCount(), "a source is newer");
    }

    @Test
    void aFailedBuildStartsNothing() throws Exception {
        installJdk("17.0.1");
        executable(tools.resolve("mvn"), "#!/bin/sh\necho broken >&2\nexit 1\n");
        Outcome outcome = lyrebird("server");
        assertEquals(1, outcome.exit());
        assertEquals("", outcome.out());
        assertTrue(outcome.err().endsWith("broken\n"), outcome.err());
    }

    @Test
    void withoutAJdkOneLineSaysWhatToInstall() throws Exception {
        Outcome none = lyrebird("server");
        assertEquals(1, none.exit());
        assertEquals(1, none.err().lines().count(), none.err());
        assertTrue(none.err().startsWith("Lyrebird needs a JDK 17 or newer: install one"), none.err());
        installJdk("1.8.0_345");
        Outcome old = lyrebird("server");
        assertEquals(1, old.exit());
        assertTrue(old.err().startsWith("Lyrebird needs a JDK 17 or newer: install one"), old.err());
    }

    @Test
    void withoutMavenOneLineSaysWhatToInstall() throws Exception {
        installJdk("17.0.1");
        Outcome outcome = lyrebird("server");
        assertEquals(1, outcome.exit());
        assertEquals("Lyrebird is built with Maven: install it (for example the package maven).\n", outcome.err());
    }
}
