package io.lyrebird.server.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.tree.TreeDump;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApacheExportTest {
    private final History history = History.of(31, 300);

    @TempDir
    private Path folder;

    @Test
    void whatIsExportedIsTakenOverAgain() throws Exception {
        ApacheFolder apache = new ApacheFolder(folder);
        Path snapshot = ApacheExport.write(new ApacheState(history.tree, history.sessions, 8, 7), folder, apache);
        assertEquals("snapshot.12c", snapshot.getFileName().toString());
        try (Stream<Path> files = Files.list(apache.version2)) {
            assertEquals(
                    List.of("acceptedEpoch", "currentEpoch", "snapshot.12c"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        ApacheState state = apache.load();
        assertEquals(TreeDump.of(history.tree), TreeDump.of(state.tree()));
        assertEquals(history.sessions.timeouts(), state.sessions().timeouts());
        assertEquals(8, state.acceptedEpoch());
        assertEquals(7, state.currentEpoch());
    }

    @Test
    void dataThatIsThereIsNeverMixedWithAnExport() throws Exception {
        ApacheFolder apache = new ApacheFolder(folder);
        Files.write(apache.version2.resolve("log.1"), new byte[0]);
        ApacheDataException e = assertThrows(
                ApacheDataException.class,
                () -> ApacheExport.write(new ApacheState(history.tree, history.sessions, 1, 1), folder, apache));
        assertTrue(e.getMessage().contains("empty folder"), e.getMessage());
    }
}
