package io.lyrebird.store.contract;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The store that a test works on: one at a time, in folders of its own, closed and opened again at will. */
final class Subject implements AutoCloseable {
    private final StoreProvider provider;
    private final StoreConfig config;
    private Store store;

    Subject(StoreProvider provider, Path folder) {
        this.provider = provider;
        this.config = new StoreConfig(folder.resolve("data"), folder.resolve("log"));
    }

    StoreConfig config() {
        return config;
    }

    StoreProvider provider() {
        return provider;
    }

    Store store() throws StoreException {
        if (store == null) {
            store = provider.open(config);
        }
        return store;
    }

    Store reopen() throws StoreException {
        close();
        return store();
    }

    /** For tests of what survives: an engine that keeps nothing has nothing to show there. */
    void needsDurability() {
        Assumptions.assumeTrue(provider.durable(), "this engine keeps nothing across a restart");
    }

    @Override
    public void close() throws StoreException {
        if (store != null) {
            store.close();
            store = null;
        }
    }
}
