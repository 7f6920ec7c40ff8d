package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.CrashContract;

class RocksCrashTest extends CrashContract {
    @Override
    protected StoreProvider provider() {
        return new RocksStoreProvider();
    }
}
