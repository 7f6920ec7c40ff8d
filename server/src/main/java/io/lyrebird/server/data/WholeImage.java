package io.lyrebird.server.data;

import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;

/** Writes a whole tree and its sessions as an engine's image, at once: a crash before the end leaves the old image. */
public final class WholeImage {
    /** Told of every entry that is written. */
    public interface Listener {
        void written(long entries, long entriesTotal);
    }

    private WholeImage() {}

    public static void write(Store store, Tree tree, Sessions sessions, Listener listener) throws StoreException {
        try (ImageReplacement image = store.image().replace(tree.lastZxid())) {
            fill(image, tree, sessions, listener);
            image.commit();
        }
    }

    /** Puts everything into an image in the making. */
    public static void fill(ImageReplacement image, Tree tree, Sessions sessions) throws StoreException {
        fill(image, tree, sessions, (entries, entriesTotal) -> {});
    }

    private static void fill(ImageReplacement image, Tree tree, Sessions sessions, Listener listener)
            throws StoreException {
        ImageChanges everything = new ImageChanges(tree, sessions);
        everything.markAll();
        long entries = (long) tree.nodeCount() + sessions.size() + 1;
        Filler filler = new Filler(image, listener, entries);
        everything.drainTo(filler);
        filler.throwFailure();
    }

    private static final class Filler implements ImageChanges.Sink {
        private final ImageReplacement image;
        private final Listener listener;
        private final long entries;
        private long written;
        private StoreException failure;

        Filler(ImageReplacement image, Listener listener, long entries) {
            this.image = image;
            this.listener = listener;
            this.entries = entries;
        }

        @Override
        public void change(byte[] key, byte[] value) {
            if (failure != null) {
                return;
            }
            try {
                image.put(key, value);
                written++;
                listener.written(written, entries);
            } catch (StoreException e) {
                failure = e;
            }
        }

        void throwFailure() throws StoreException {
            if (failure != null) {
                throw failure;
            }
        }
    }
}
