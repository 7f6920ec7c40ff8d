package io.lyrebird.store.tutorial;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.CrashContract;

class TutorialCrashTest extends CrashContract {
    @Override
    protected StoreProvider provider() {
        return new TutorialProvider();
    }
}
