package io.lyrebird.compat.crash.engine;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.Stores;
import io.lyrebird.store.TxnLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An engine of a third party, for a jar in {@code lib/}: RocksDB's, on a disk that fails to sync from the moment at which
 * there is a file {@link #BROKEN} in the log folder.
 */
public final class FaultyStoreProvider implements StoreProvider {
    public static final String NAME = "faulty";
    public static final String BROKEN = "broken";

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
        Path data = config.dataDir().resolve("inner");
        Store inner = Stores.open("rocksdb", new StoreConfig(data, data));
        TxnLog log = inner.log();
        Path broken = config.logDir().resolve(BROKEN);
        TxnLog faultyLog = proxy(TxnLog.class, log, "sync", () -> {
            if (Files.exists(broken)) {
                throw new StoreException("failed to sync the log in " + config.logDir() + ": Input/output error");
            }
            log.sync();
            return null;
        });
        return proxy(Store.class, inner, "log", () -> faultyLog);
    }

    private interface Replacement {
        Object call() throws StoreException;
    }

    /** The same object, with another body for one method. */
    private static <T> T proxy(Class<T> type, T inner, String method, Replacement replacement) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, called, arguments) -> {
                    if (called.getName().equals(method)) {
                        return replacement.call();
                    }
                    try {
                        return called.invoke(inner, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
