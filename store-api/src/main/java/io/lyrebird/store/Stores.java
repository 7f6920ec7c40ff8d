package io.lyrebird.store;

import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;

/** The engines that are on the class path. */
public final class Stores {
    private Stores() {}

    /** Opens a store with the engine of that name, and completes what a crash has left half done. */
    public static Store open(String name, StoreConfig config) throws StoreException {
        return open(provider(name), config);
    }

    static Store open(StoreProvider provider, StoreConfig config) throws StoreException {
        Store store = provider.open(config);
        try {
            Installation.recover(store);
            return store;
        } catch (StoreException | RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** The engine of that name, or an {@link IllegalArgumentException} that lists those there are. */
    public static StoreProvider provider(String name) {
        SortedMap<String, StoreProvider> available = providers();
        StoreProvider provider = available.get(name);
        if (provider == null) {
            throw new IllegalArgumentException(
                    "there is no storage engine \"" + name + "\"; available: " + String.join(", ", available.keySet()));
        }
        return provider;
    }

    /** Every engine by its name. Two of the same name are a broken installation. */
    public static SortedMap<String, StoreProvider> providers() {
        SortedMap<String, StoreProvider> byName = new TreeMap<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            StoreProvider other = byName.put(provider.name(), provider);
            if (other != null) {
                throw new IllegalStateException("two storage engines are called \"" + provider.name() + "\": "
                        + other.getClass().getName() + " and "
                        + provider.getClass().getName());
            }
        }
        return byName;
    }
}
