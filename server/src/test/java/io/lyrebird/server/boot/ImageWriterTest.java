package io.lyrebird.server.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.Stores;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ImageWriterTest {
    private static final int LIMIT_SECONDS = 20;
    private static final int TXNS_KEPT = 1000;

    private final BlockingQueue<Long> cuts = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    @Test
    void theLogIsCutWhenItHasGrownHoweverLongTheInterval() throws Exception {
        Tree tree = new Tree(1, new OwnerEncoding(false, false), true);
        SystemNodes.putInto(tree);
        ImageChanges changes = new ImageChanges(tree, new Sessions());
        changes.markAll();
        LogRetention retention = new LogRetention(TXNS_KEPT, 3, TimeUnit.HOURS.toMillis(1));
        try (Store store = Stores.open("memory", StoreConfig.in(Path.of("unused")));
                ImageWriter writer = new ImageWriter(
                        store.image(),
                        retention,
                        cuts::add,
                        new Metrics().newRecorder(),
                        (thread, thrown) -> failure.set(thrown))) {
            writer.start();
            writer.take(changes, TXNS_KEPT + 1);
            assertEquals(1, cuts.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
            writer.take(changes, 2 * TXNS_KEPT);
            assertNull(cuts.poll(2, TimeUnit.SECONDS), "it has hardly grown");
            writer.take(changes, 3 * TXNS_KEPT);
            assertEquals(2 * TXNS_KEPT, cuts.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
            assertTrue(store.image().durableZxid() >= 2 * TXNS_KEPT);
        }
        assertNull(failure.get());
    }
}
