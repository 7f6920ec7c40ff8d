package io.lyrebird.server.tools;

import io.lyrebird.server.config.ConfigException;
import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.config.ZooCfg;
import io.lyrebird.server.data.StoreFolders;
import io.lyrebird.server.legacy.ImportSettings;
import io.lyrebird.server.tree.OwnerEncoding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What DATADIR stands for in a command: a data folder, or the zoo.cfg of a server, which says where its folders are, which
 * engine it has, and how.
 *
 * @param engine the engine that is meant, if it was said
 */
record DataPlace(
        Path dataDir,
        Path dataLogDir,
        Optional<String> engine,
        Map<String, String> engineOptions,
        ImportSettings importSettings) {
    static final String LOG_DIR = "--log-dir";
    static final String ENGINE = "--engine";
    static final Set<String> OPTIONS = Set.of(LOG_DIR, ENGINE);

    static final String DEFAULT_ENGINE = "rocksdb";

    /** No txn is longer; what has been written down is not held against a server's jute.maxbuffer. */
    private static final int TXN_BYTES_MAX = 256 << 20;

    static DataPlace of(Arguments arguments) throws UsageException, ConfigException {
        Path place = Path.of(arguments.word(0));
        Optional<String> engine = arguments.option(ENGINE);
        if (Files.isRegularFile(place)) {
            ServerConfig config = ZooCfg.parse(place, System.getProperties());
            return new DataPlace(
                    config.dataDir(),
                    arguments.option(LOG_DIR).map(Path::of).orElse(config.dataLogDir()),
                    engine.or(() -> Optional.of(config.store().engine())),
                    config.store().options(),
                    ImportSettings.of(config));
        }
        if (!Files.isDirectory(place)) {
            throw new UsageException("there is no folder and no zoo.cfg at " + place);
        }
        return new DataPlace(
                place,
                arguments.option(LOG_DIR).map(Path::of).orElse(place),
                engine,
                Map.of(),
                new ImportSettings(new OwnerEncoding(true, false), true, false, TXN_BYTES_MAX, false));
    }

    /** The engine whose data is there: the one that was named, else the only one that has a folder. */
    StoreFolders withData() throws UsageException {
        List<String> engines = StoreFolders.enginesIn(dataDir);
        if (engine.isEmpty() && engines.size() > 1) {
            throw new UsageException(dataDir + " has data of several engines, " + String.join(" and ", engines)
                    + ": say which with " + ENGINE);
        }
        if (engine.isEmpty() && engines.isEmpty()) {
            throw new UsageException("there is no data of Lyrebird in " + dataDir);
        }
        return withData(engine.orElseGet(() -> engines.get(0)));
    }

    StoreFolders withData(String name) throws UsageException {
        StoreFolders folders = folders(name);
        if (!folders.exist()) {
            throw new UsageException("there is no data of the engine " + name + " in " + dataDir);
        }
        return folders;
    }

    StoreFolders folders(String name) {
        return new StoreFolders(dataDir, dataLogDir, name, engine.equals(Optional.of(name)) ? engineOptions : Map.of());
    }
}
