package io.lyrebird.store.lmdb;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.contract.DamageContract;

class LmdbDamageTest extends DamageContract {
    @Override
    protected StoreProvider provider() {
        return new LmdbStoreProvider();
    }

    /** LMDB follows the numbers in its pages without asking. */
    @Override
    protected boolean mayDie() {
        return true;
    }
}
