package io.lyrebird.store.rocksdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.DamageContract;

class RocksDamageTest extends DamageContract {
    @Override
    protected StoreProvider provider() {
        return new RocksStoreProvider();
    }
}
