package io.lyrebird.store.tutorial;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.StoreContract;

class TutorialContractTest extends StoreContract {
    @Override
    protected StoreProvider provider() {
        return new TutorialProvider();
    }
}
