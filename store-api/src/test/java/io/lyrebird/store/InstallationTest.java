package io.lyrebird.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.tutorial.TutorialProvider;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot that replaces image and log, with a crash at every step of it. */
class InstallationTest {
    @TempDir
    private Path folder;

    /** Dies at a chosen write. */
    private static final class Dying implements Store {
        private final Store store;
        private int writesLeft;

        Dying(Store store, int writes) {
            this.store = store;
            this.writesLeft = writes;
        }

        private void step() throws StoreException {
            if (writesLeft-- <= 0) {
                throw new StoreException("dead");
            }
        }

        @Override
        public TxnLog log() {
            return new TxnLog() {
                @Override
                public void append(long zxid, byte[] txn) throws StoreException {
                    throw new StoreException("not expected");
                }

                @Override
                public void sync() throws StoreException {
                    throw new StoreException("not expected");
                }

                @Override
                public long firstZxid() {
                    return store.log().firstZxid();
                }

                @Override
                public long lastZxid() {
                    return store.log().lastZxid();
                }

                @Override
                public TxnCursor read(long fromZxid) throws StoreException {
                    return store.log().read(fromZxid);
                }

                @Override
                public void truncateAfter(long zxid) throws StoreException {
                    step();
                    store.log().truncateAfter(zxid);
                }

                @Override
                public void dropBefore(long zxid) throws StoreException {
                    throw new StoreException("not expected");
                }
            };
        }

        @Override
        public Image image() {
            return store.image();
        }

        @Override
        public Registers registers() {
            return new Registers() {
                @Override
                public Optional<byte[]> get(String name) {
                    return store.registers().get(name);
                }

                @Override
                public void putAll(Map<String, byte[]> values) throws StoreException {
                    step();
                    store.registers().putAll(values);
                }
            };
        }

        @Override
        public void close() throws StoreException {
            store.close();
        }
    }

    private Store open(String name) throws StoreException {
        return Stores.open(new TutorialProvider(), StoreConfig.in(folder.resolve(name)));
    }

    private static void fill(Store store) throws StoreException {
        for (long zxid = 1; zxid <= 20; zxid++) {
            store.log().append(zxid, new byte[10]);
        }
        store.log().sync();
        store.image().apply(new ImageBatch().put(new byte[] {1}, new byte[] {1}), 10);
        store.image().sync();
    }

    private static void install(Store store, long zxid) throws StoreException {
        try (ImageReplacement snapshot = store.install(zxid)) {
            snapshot.put(new byte[] {2}, new byte[] {2});
            snapshot.commit();
        }
    }

    private void dieAndLook(long newZxid, int writes) throws StoreException {
        String name = newZxid + "-" + writes;
        try (Store store = open(name)) {
            fill(store);
            Store dying = new Dying(store, writes);
            assertThrows(StoreException.class, () -> install(dying, newZxid));
        }
        try (Store store = open(name)) {
            boolean old = store.image().zxid() == 10 && store.log().lastZxid() == 20;
            boolean installed = store.image().zxid() == newZxid && store.log().lastZxid() == 0;
            assertTrue(
                    old || installed,
                    name + ": " + store.image().zxid() + ", " + store.log().lastZxid());
            assertEquals(writes > 0, installed, name);
            // And once more: nothing is left over that would empty a log that comes later.
            long next = installed ? newZxid + 1 : 21;
            store.log().append(next, new byte[1]);
            store.log().sync();
        }
        try (Store store = open(name)) {
            assertTrue(store.log().lastZxid() > 0, name);
        }
    }

    @Test
    void aCrashAtAnyStepLeavesTheOldOrTheNewAndNoMixture() throws StoreException {
        for (long newZxid : new long[] {5, 15, 100}) {
            for (int writes = 0; writes < 3; writes++) {
                dieAndLook(newZxid, writes);
            }
        }
    }

    @Test
    void anInstallationEmptiesTheLogAndReplacesTheImage() throws StoreException {
        for (long newZxid : new long[] {5, 10, 100}) {
            try (Store store = open("done" + newZxid)) {
                fill(store);
                install(store, newZxid);
                assertEquals(newZxid, store.image().zxid());
                assertEquals(0, store.log().lastZxid());
                store.log().append(newZxid + 1, new byte[1]);
                store.log().sync();
            }
            try (Store store = open("done" + newZxid)) {
                assertEquals(newZxid + 1, store.log().lastZxid());
            }
        }
    }

    @Test
    void whatIsNotCommittedChangesNothing() throws StoreException {
        try (Store store = open("given-up")) {
            fill(store);
            try (ImageReplacement snapshot = store.install(50)) {
                snapshot.put(new byte[] {2}, new byte[] {2});
            }
            assertEquals(10, store.image().zxid());
            assertEquals(20, store.log().lastZxid());
        }
    }
}
