package io.lyrebird.server.boot;

import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.store.StoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where things are on disk: each engine in a folder of its own, beside Apache's {@code version-2}, which is never touched. */
final class StoreFolders {
    private static final String APACHE_FOLDER = "version-2";

    private final Path data;
    private final Path log;
    private final ServerConfig config;

    StoreFolders(ServerConfig config) {
        this.config = config;
        String name = "lyrebird-" + config.store().engine();
        data = config.dataDir().resolve(name);
        log = config.dataLogDir().resolve(name);
    }

    Path data() {
        return data;
    }

    Path log() {
        return log;
    }

    StoreConfig storeConfig() {
        return new StoreConfig(data, log, config.store().options());
    }

    /** Whether there is data of an Apache server here, and none of ours. */
    boolean holdsOnlyApacheData() {
        return !Files.exists(data) && (holdsApacheFiles(config.dataDir()) || holdsApacheFiles(config.dataLogDir()));
    }

    private static boolean holdsApacheFiles(Path folder) {
        Path version2 = folder.resolve(APACHE_FOLDER);
        if (!Files.isDirectory(version2)) {
            return false;
        }
        try (Stream<Path> files = Files.list(version2)) {
            return files.map(file -> file.getFileName().toString())
                    .anyMatch(name -> name.startsWith("snapshot.") || name.startsWith("log."));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes of all files in a folder, which may change meanwhile. */
    static long bytes(Path folder) {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(StoreFolders::size)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            // Gone since it was listed.
            return 0;
        }
    }
}
