package io.lyrebird.store.tutorial;

import io.lyrebird.store.Image;
import io.lyrebird.store.Registers;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnLog;
import io.lyrebird.store.file.FileLog;
import io.lyrebird.store.file.FileRegisters;
import io.lyrebird.store.file.StoreFolders;

/** Holds the parts together, and closes them once. */
final class TutorialStore implements Store {
    private final StoreFolders folders;
    private final FileLog log;
    private final TutorialImage image;
    private final FileRegisters registers;
    private boolean closed;

    TutorialStore(StoreFolders folders, FileLog log, TutorialImage image, FileRegisters registers) {
        this.folders = folders;
        this.log = log;
        this.image = image;
        this.registers = registers;
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
        if (!closed) {
            closed = true;
            // The lock goes last, and whatever happens.
            try (folders) {
                log.close();
            }
        }
    }
}
