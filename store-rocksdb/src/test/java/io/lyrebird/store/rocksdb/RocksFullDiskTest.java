package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.FullDiskContract;

class RocksFullDiskTest extends FullDiskContract {
    @Override
    protected StoreProvider provider() {
        return new RocksStoreProvider();
    }
}
