package io.lyrebird.store.rocksdb;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;

/** The engine {@code rocksdb}; {@code package-info} says how it is built and what can be configured. */
public final class RocksStoreProvider implements StoreProvider {
    static final String NAME = "rocksdb";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public Store open(StoreConfig config) throws StoreException {
        return RocksStore.open(config, RocksSettings.from(config));
    }
}
