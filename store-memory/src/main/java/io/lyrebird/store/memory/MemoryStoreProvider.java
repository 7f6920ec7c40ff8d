package io.lyrebird.store.memory;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreProvider;

/** Opens an empty store, each time a new one; the folders of the configuration are not used. */
public final class MemoryStoreProvider implements StoreProvider {
    @Override
    public String name() {
        return "memory";
    }

    @Override
    public boolean durable() {
        return false;
    }

    @Override
    public Store open(StoreConfig config) {
        return new MemoryStore();
    }
}
