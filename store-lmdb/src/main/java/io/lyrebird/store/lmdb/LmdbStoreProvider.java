package io.lyrebird.store.lmdb;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;

/** The engine {@code lmdb}; {@code package-info} says how it is built and what can be configured. */
public final class LmdbStoreProvider implements StoreProvider {
    static final String NAME = "lmdb";

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
        return LmdbStore.open(config, LmdbSettings.from(config));
    }
}
