package io.lyrebird.store.rocksdb;

import io.lyrebird.store.Image;
import io.lyrebird.store.Registers;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnLog;
import io.lyrebird.store.file.Disk;
import io.lyrebird.store.file.FileLog;
import io.lyrebird.store.file.FileRegisters;
import io.lyrebird.store.file.Health;
import io.lyrebird.store.file.StoreFolders;
import java.nio.file.Path;

final class RocksStore implements Store {
    private static final int FORMAT_VERSION = 1;

    private final StoreFolders folders;
    private final FileLog log;
    private final RocksImage image;
    private final FileRegisters registers;
    private boolean closed;

    private RocksStore(StoreFolders folders, FileLog log, RocksImage image, FileRegisters registers) {
        this.folders = folders;
        this.log = log;
        this.image = image;
        this.registers = registers;
    }

    static RocksStore open(StoreConfig config, RocksSettings settings) throws StoreException {
        return open(config, settings, Disk.real());
    }

    static RocksStore open(StoreConfig config, RocksSettings settings, Disk disk) throws StoreException {
        StoreFolders folders = StoreFolders.open(disk, config, RocksStoreProvider.NAME, FORMAT_VERSION);
        Health health = new Health();
        boolean isNew = folders.isNew();
        Path registersFile = config.dataDir().resolve("registers");
        FileLog log = null;
        RocksImage image = null;
        try {
            FileRegisters registers = isNew
                    ? FileRegisters.create(disk, registersFile, health)
                    : FileRegisters.open(disk, registersFile, health);
            log = isNew
                    ? FileLog.create(disk, config.logDir(), settings.logSizes(), health)
                    : FileLog.open(disk, config.logDir(), settings.logSizes(), health);
            image = RocksImage.open(disk, config.dataDir(), settings, health, isNew);
            if (isNew) {
                folders.created();
            }
            log.checkReachesBackTo(image.zxid(), config.dataDir());
            return new RocksStore(folders, log, image, registers);
        } catch (StoreException | RuntimeException e) {
            if (image != null) {
                image.close();
            }
            if (log != null) {
                log.close();
            }
            folders.close();
            throw e;
        }
    }

    @Override
    public TxnLog log() {
        return log;
    }

    @Override
    public Image image() {
        return image;
    }

    @Override
    public Registers registers() {
        return registers;
    }

    @Override
    public void close() throws StoreException {
        if (closed) {
            return;
        }
        closed = true;
        try (folders) {
            image.close();
            log.close();
        }
    }
}
