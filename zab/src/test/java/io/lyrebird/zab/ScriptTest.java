package io.lyrebird.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Golden scripts: inputs and the effects each of them had, in the files of {@code src/test/resources/scripts}. After an
 * intended change, {@code -Dscripts.rewrite=true} writes down what happens now; read the difference before keeping it.
 */
class ScriptTest {
    private static final Path SCRIPTS = Path.of("src/test/resources/scripts");

    @TestFactory
    List<DynamicTest> everyScriptHasTheEffectsItRecords() throws IOException {
        try (Stream<Path> files = Files.list(SCRIPTS)) {
            List<DynamicTest> tests = files.sorted()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> run(file)))
                    .toList();
            assertFalse(tests.isEmpty());
            return tests;
        }
    }

    private static void run(Path file) throws IOException {
        List<String> script = Files.readAllLines(file);
        List<String> happened = new Script().play(script);
        if (Boolean.getBoolean("scripts.rewrite")) {
            Files.write(file, happened);
        } else {
            assertEquals(String.join("\n", script), String.join("\n", happened));
        }
    }
}
