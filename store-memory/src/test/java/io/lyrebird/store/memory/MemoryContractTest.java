package io.lyrebird.store.memory;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.StoreContract;

class MemoryContractTest extends StoreContract {
    @Override
    protected StoreProvider provider() {
        return new MemoryStoreProvider();
    }
}
