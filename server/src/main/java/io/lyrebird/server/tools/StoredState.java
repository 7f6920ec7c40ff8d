package io.lyrebird.server.tools;

import io.lyrebird.server.data.EpochRegisters;
import io.lyrebird.server.data.Recovery;
import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.legacy.ApacheState;
import io.lyrebird.server.quota.Quotas;
import io.lyrebird.server.request.TreeApplier;
import io.lyrebird.server.request.WatchTrigger;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import java.security.SecureRandom;

/**
 * The tree and the sessions as a server would have them after its start.
 *
 * @param replayed how many txns came from the log
 */
record StoredState(Tree tree, Sessions sessions, long replayed) {
    /** @throws StoreException if image and log do not fit together, as at a start */
    static StoredState load(Store store) throws StoreException {
        // Every owner that can be a TTL is shown as one, whatever the server was configured for.
        Tree tree = new Tree(new SecureRandom().nextLong(), new OwnerEncoding(true, false), true);
        Sessions sessions = new Sessions();
        Recovery recovery = new Recovery(store, tree, sessions, new ImageChanges(tree, sessions));
        recovery.loadImage();
        Quotas quotas = new Quotas(tree);
        quotas.rebuild();
        long replayed = recovery.replayLog(new TreeApplier(tree, sessions, quotas, WatchTrigger.NONE));
        return new StoredState(tree, sessions, replayed);
    }

    ApacheState withEpochsOf(Store store) {
        return new ApacheState(
                tree, sessions, EpochRegisters.accepted(store.registers()), EpochRegisters.current(store.registers()));
    }
}
