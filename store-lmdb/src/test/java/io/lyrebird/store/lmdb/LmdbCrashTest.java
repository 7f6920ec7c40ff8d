package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.CrashContract;

class LmdbCrashTest extends CrashContract {
    @Override
    protected StoreProvider provider() {
        return new LmdbStoreProvider();
    }
}
