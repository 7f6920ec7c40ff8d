package io.lyrebird.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PackagingTest {
    private static final Path TREE = Installation.packagedTree();

    @Test
    void theTreeHoldsLauncherScriptsConfigurationAndEveryEngine() throws Exception {
        for (String script : List.of("bin/lyrebird", "bin/zkServer.sh")) {
            assertTrue(Files.isExecutable(TREE.resolve(script)), script);
        }
        for (String file : List.of("conf/zoo_sample.cfg", "conf/logback.xml")) {
            assertTrue(Files.isReadable(TREE.resolve(file)), file);
        }
        Set<String> ours = names(TREE.resolve("lib")).stream()
                .filter(name -> name.startsWith("lyrebird-"))
                .map(name -> name.replaceFirst("-\\d.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(
                "[lyrebird-server, lyrebird-store-api, lyrebird-store-lmdb, lyrebird-store-memory,"
                        + " lyrebird-store-rocksdb, lyrebird-wire, lyrebird-zab]",
                ours.toString());
    }

    @Test
    void noLibraryIsThereInTwoVersions() throws Exception {
        List<String> libraries = names(TREE.resolve("lib")).stream()
                .map(name -> name.replaceFirst("-\\d[^-]*(-SNAPSHOT)?(-\\d+)?(?=-[a-z]|\\.jar)", ""))
                .sorted()
                .toList();
        assertEquals(List.copyOf(new TreeSet<>(libraries)), libraries);
    }

    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void theTarballHoldsTheSameTreeWithTheModesOfItsFiles() throws Exception {
        String name = "lyrebird-" + System.getProperty("lyrebird.version");
        Process tar = new ProcessBuilder(
                        "tar", "-tvzf", TREE.resolveSibling(name + ".tar.gz").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> listing = tar.inputReader().lines().toList();
        assertEquals(0, tar.waitFor());
        assertEquals(List.of("-rwxr-xr-x"), modes(listing, name + "/bin/lyrebird"));
        assertEquals(List.of("-rwxr-xr-x"), modes(listing, name + "/bin/zkServer.sh"));
        assertEquals(List.of("-rw-r--r--"), modes(listing, name + "/conf/logback.xml"));
        long files = listing.stream().filter(line -> line.startsWith("-")).count();
        // The archive of loaded classes is of use to this JDK in this place alone.
        try (Stream<Path> tree = Files.walk(TREE)) {
            assertEquals(
                    tree.filter(Files::isRegularFile)
                            .filter(file -> !file.endsWith("lib/shared-classes.jsa"))
                            .count(),
                    files);
        }
    }

    private static List<String> modes(List<String> listing, String file) {
        return listing.stream()
                .filter(line -> line.endsWith(" " + file))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    @Test
    void theSampleConfigurationIsTaken() throws Exception {
        Path folder = Files.createTempDirectory("sample");
        try {
            Path config = Files.writeString(
                    folder.resolve("zoo.cfg"),
                    Files.readString(TREE.resolve("conf/zoo_sample.cfg")).replaceAll("(?m)^#(?=\\S)", ""));
            Process status = new ProcessBuilder(TREE.resolve("bin/lyrebird").toString(), "status", config.toString())
                    .redirectErrorStream(true)
                    .start();
            String out = new String(status.getInputStream().readAllBytes());
            assertTrue(out.startsWith("Client port found: 2181. Client address: 127.0.0.1."), out);
            status.waitFor();
        } finally {
            Files.deleteIfExists(folder.resolve("zoo.cfg"));
            Files.deleteIfExists(folder);
        }
    }
}
