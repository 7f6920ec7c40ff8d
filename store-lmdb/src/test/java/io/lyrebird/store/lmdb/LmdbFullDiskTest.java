package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.FullDiskContract;

class LmdbFullDiskTest extends FullDiskContract {
    @Override
    protected StoreProvider provider() {
        return new LmdbStoreProvider();
    }
}
