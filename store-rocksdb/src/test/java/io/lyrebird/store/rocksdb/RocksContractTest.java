package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.StoreContract;

class RocksContractTest extends StoreContract {
    @Override
    protected StoreProvider provider() {
        return new RocksStoreProvider();
    }
}
