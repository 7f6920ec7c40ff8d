package io.lyrebird.store.tutorial;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.DamageContract;

class TutorialDamageTest extends DamageContract {
    @Override
    protected StoreProvider provider() {
        return new TutorialProvider();
    }
}
