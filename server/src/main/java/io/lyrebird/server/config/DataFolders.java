package io.lyrebird.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes sure that the data folders can be used before anything is opened in them. */
public final class DataFolders {
    private DataFolders() {}

    /** Creates what is missing, unless {@code datadir.autocreate} is false: then a missing folder is an error. */
    public static void prepare(ServerConfig config) throws ConfigException {
        prepare("data directory", config.dataDir(), config.dataDirAutoCreate());
        prepare("txnlog directory", config.dataLogDir(), config.dataDirAutoCreate());
    }

    private static void prepare(String what, Path folder, boolean autoCreate) throws ConfigException {
        if (!Files.exists(folder)) {
            if (!autoCreate) {
                throw new ConfigException("Missing " + what + " " + folder + ", automatic data directory creation is"
                        + " disabled (zookeeper.datadir.autocreate is false). Please create this directory manually.");
            }
            try {
                Files.createDirectories(folder);
            } catch (IOException e) {
                throw new ConfigException("Unable to create " + what + " " + folder + ": " + e, e);
            }
        }
        if (!Files.isDirectory(folder)) {
            throw new ConfigException("The " + what + " " + folder + " is not a directory");
        }
        if (!Files.isWritable(folder)) {
            throw new ConfigException("Cannot write to " + what + " " + folder);
        }
    }
}
