package io.lyrebird.server.data;

import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where things are on disk: each engine in a folder of its own, beside Apache's {@code version-2}, which is never touched.
 *
 * @param options what the engine is configured with, as {@link StoreConfig} takes it
 */
public record StoreFolders(Path dataDir, Path dataLogDir, String engine, Map<String, String> options) {
    private static final String PREFIX = "lyrebird-";

    public static StoreFolders of(ServerConfig config) {
        return new StoreFolders(
                config.dataDir(),
                config.dataLogDir(),
                config.store().engine(),
                config.store().options());
    }

    /** The folders that another engine has in the same place, with its options at their defaults. */
    public StoreFolders ofEngine(String other) {
        return other.equals(engine) ? this : new StoreFolders(dataDir, dataLogDir, other, Map.of());
    }

    public Path data() {
        return dataDir.resolve(PREFIX + engine);
    }

    public Path log() {
        return dataLogDir.resolve(PREFIX + engine);
    }

    public boolean exist() {
        return Files.isDirectory(data());
    }

    /** Nothing has ever been written to it. */
    public static boolean isEmpty(Store store) {
        return store.image().zxid() == 0 && store.log().lastZxid() == 0;
    }

    public StoreConfig storeConfig() {
        return new StoreConfig(data(), log(), options);
    }

    /** The names of all engines that have a folder here, in order. */
    public static List<String> enginesIn(Path dataDir) {
        if (!Files.isDirectory(dataDir)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(dataDir)) {
            return files.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .filter(name -> name.startsWith(PREFIX))
                    .map(name -> name.substring(PREFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Bytes of all files in a folder, which may change meanwhile. */
    public static long bytes(Path folder) {
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
