package io.lyrebird.store.memory;

import io.lyrebird.store.Image;
import io.lyrebird.store.Registers;
import io.lyrebird.store.Store;
import io.lyrebird.store.TxnLog;

final class MemoryStore implements Store {
    private final TxnLog log = new MemoryLog();
    private final Image image = new MemoryImage();
    private final Registers registers = new MemoryRegisters();

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
    public void close() {}
}
