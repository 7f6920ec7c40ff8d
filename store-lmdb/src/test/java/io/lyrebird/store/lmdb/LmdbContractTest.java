package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.StoreContract;

class LmdbContractTest extends StoreContract {
    @Override
    protected StoreProvider provider() {
        return new LmdbStoreProvider();
    }
}
