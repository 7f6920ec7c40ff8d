package io.lyrebird.compat.ensemble;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.Reaper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code rolling.py}, where kazoo is installed. */
final class KazooApplication implements AutoCloseable {
    /** Debian's own Python, which is where its packages are. */
    private static final String PYTHON = "/usr/bin/python3";

    private final Process process;
    private final Path errors;
    private final BufferedReader answers;
    private final BufferedWriter questions;

    KazooApplication(String connectString, Path folder) throws Exception {
        errors = folder.resolve("kazoo.log");
        process = new ProcessBuilder("setsid", PYTHON, "src/test/python/rolling.py", connectString, "/kazoo")
                .redirectError(errors.toFile())
                .start();
        Reaper.watch(process);
        answers = process.inputReader();
        questions = process.outputWriter();
        expect("ready");
    }

    static boolean isInstalled() throws Exception {
        return Files.isExecutable(Path.of(PYTHON))
                && new ProcessBuilder(List.of(PYTHON, "-c", "import kazoo"))
                                .start()
                                .waitFor()
                        == 0;
    }

    /** It has all it had, and its watches still tell it what happens. */
    void check() throws Exception {
        questions.write("check\n");
        questions.flush();
        expect("fine");
    }

    void end() throws Exception {
        questions.close();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "kazoo ends");
        assertEquals(0, process.exitValue(), this::said);
    }

    private void expect(String answer) throws IOException {
        assertEquals(answer, answers.readLine(), this::said);
    }

    private String said() {
        try {
            return "kazoo says:\n" + Ensemble.tail(Files.readString(errors));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
