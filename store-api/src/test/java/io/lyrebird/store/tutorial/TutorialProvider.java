package io.lyrebird.store.tutorial;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.file.Disk;
import io.lyrebird.store.file.FileLog;
import io.lyrebird.store.file.FileRegisters;
import io.lyrebird.store.file.Health;
import io.lyrebird.store.file.StoreFolders;
import java.nio.file.Path;

/**
 * A whole engine, to learn from; {@link TutorialTest} shows it at work. This class is what {@link java.util.ServiceLoader}
 * finds: its name stands in {@code META-INF/services/io.lyrebird.store.StoreProvider}.
 *
 * <p>Log, registers, lock and identity are ready-made parts; the engine's own contribution is its image.
 */
public final class TutorialProvider implements StoreProvider {
    private static final int FORMAT_VERSION = 1;

    @Override
    public String name() {
        return "tutorial";
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public Store open(StoreConfig config) throws StoreException {
        Disk disk = Disk.real();
        // The folders come first: they keep everybody else out, and say whether there is a store already.
        StoreFolders folders = StoreFolders.open(disk, config, name(), FORMAT_VERSION);
        // One for all parts: when one of them cannot write any more, none may.
        Health health = new Health();
        Path registersFile = config.dataDir().resolve("registers");
        try {
            if (folders.isNew()) {
                FileRegisters registers = FileRegisters.create(disk, registersFile, health);
                FileLog log = FileLog.create(disk, config.logDir(), FileLog.Sizes.DEFAULT, health);
                TutorialImage image = TutorialImage.create(disk, config.dataDir(), health);
                // Only now it is a store. After a crash before this line everything is created anew.
                folders.created();
                return new TutorialStore(folders, log, image, registers);
            }
            // What is missing from here on is an error, never a reason to start empty.
            FileRegisters registers = FileRegisters.open(disk, registersFile, health);
            TutorialImage image = TutorialImage.open(disk, config.dataDir(), health);
            FileLog log = FileLog.open(disk, config.logDir(), FileLog.Sizes.DEFAULT, health);
            return new TutorialStore(folders, log, image, registers);
        } catch (StoreException | RuntimeException e) {
            folders.close();
            throw e;
        }
    }
}
