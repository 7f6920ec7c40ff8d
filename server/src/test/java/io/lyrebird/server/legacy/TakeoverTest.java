package io.lyrebird.server.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.data.EpochRegisters;
import io.lyrebird.server.data.Recovery;
import io.lyrebird.server.data.StoreFolders;
import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDump;
import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Registers;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.Stores;
import io.lyrebird.store.TxnLog;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakeoverTest {
    private final History history = History.of(21, 150);

    @TempDir
    private Path folder;

    private ApacheFolder apache;
    private StoreFolders folders;
    private Store store;

    @BeforeEach
    void prepare() throws Exception {
        apache = new ApacheFolder(folder);
        folders = new StoreFolders(folder, folder, "memory", Map.of());
        store = Stores.open("memory", folders.storeConfig());
    }

    @AfterEach
    void close() throws Exception {
        store.close();
    }

    private void start() throws StoreException, IOException {
        start(store);
    }

    private void start(Store into) throws StoreException, IOException {
        new Takeover(folders, into, apache.files(), apache).atStart(ApacheFolder.SETTINGS);
    }

    private void assertHoldsHistory() throws StoreException {
        Tree tree = new Tree(3, new OwnerEncoding(true, false), true);
        Sessions sessions = new Sessions();
        new Recovery(store, tree, sessions, new ImageChanges(tree, sessions)).loadImage();
        assertEquals(TreeDump.of(history.tree), TreeDump.of(tree));
        assertEquals(history.sessions.timeouts(), sessions.timeouts());
        assertEquals(history.tree.lastZxid(), tree.lastZxid());
    }

    @Test
    void anEmptyEngineTakesOverOnce() throws Exception {
        apache.snapshot(history.tree, history.sessions);
        Files.writeString(apache.version2.resolve("currentEpoch"), "4");
        Files.writeString(apache.version2.resolve("acceptedEpoch"), "6");
        start();
        assertHoldsHistory();
        assertEquals(4, EpochRegisters.current(store.registers()));
        assertEquals(6, EpochRegisters.accepted(store.registers()));
        EpochRegisters.save(store.registers(), 9, 9);
        start();
        assertEquals(9, EpochRegisters.current(store.registers()));
    }

    @Test
    void aServerThatWasNeverUsedLeavesNothing() throws Exception {
        Tree tree = new Tree(1, new OwnerEncoding(true, false), true);
        SystemNodes.putInto(tree);
        apache.snapshot(tree, new Sessions());
        start();
        assertTrue(StoreFolders.isEmpty(store));
    }

    @Test
    void afterACrashOnTheWayItBeginsAnew() throws Exception {
        apache.snapshot(history.tree, history.sessions);
        for (int putsBeforeCrash : new int[] {0, 1, 10, Integer.MAX_VALUE}) {
            assertThrows(StoreException.class, () -> start(failingAfter(putsBeforeCrash)));
            assertTrue(StoreFolders.isEmpty(store), "it would count as taken over");
        }
        start();
        assertHoldsHistory();
    }

    @Test
    void whatCannotBeReadLeavesTheEngineEmpty() throws Exception {
        Path snapshot = apache.snapshot(history.tree, history.sessions);
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length / 2] ^= 1;
        Files.write(snapshot, bytes);
        ApacheDataException e = assertThrows(ApacheDataException.class, this::start);
        assertTrue(e.getMessage().contains(snapshot.toString()), e.getMessage());
        assertTrue(StoreFolders.isEmpty(store));
    }

    @Test
    void anApacheServerThatRanAfterwardsIsNotPassedByInSilence() throws Exception {
        apache.snapshot(history.tree, history.sessions);
        start();
        history.advance(1);
        apache.log(history, history.tree.lastZxid(), history.tree.lastZxid(), 0);
        ApacheDataException e = assertThrows(ApacheDataException.class, this::start);
        assertTrue(e.getMessage().contains("0x97"), e.getMessage());
        assertTrue(e.getMessage().contains("To go on with Apache's, move " + folders.data()), e.getMessage());
    }

    @Test
    void aLogThatACrashLeftWithoutAWholeTxnIsNotTakenForANewOne() throws Exception {
        apache.snapshot(history.tree, history.sessions);
        long tornZxid = history.tree.lastZxid() + 1;
        apache.log(history, tornZxid, history.tree.lastZxid(), 1000);
        start();
        assertHoldsHistory();
        start();
        apache.log(history, tornZxid + 1, history.tree.lastZxid(), 0);
        assertThrows(ApacheDataException.class, this::start);
    }

    @Test
    void aServerThatWasKilledBeforeItsFirstTxnIsTakenOver() throws Exception {
        Tree tree = new Tree(1, new OwnerEncoding(true, false), true);
        SystemNodes.putInto(tree);
        apache.snapshot(tree, new Sessions());
        apache.log(history, 1, 0, 1000);
        start();
        assertTrue(StoreFolders.isEmpty(store));
        store.image().apply(new ImageBatch(), 5);
        start();
    }

    @Test
    void filesThatWereWrittenFromOurOwnTxnsAreNoReasonToStop() throws Exception {
        apache.snapshot(history.tree, history.sessions);
        start();
        history.advance(1);
        store.log().append(history.tree.lastZxid(), new byte[] {1});
        store.log().sync();
        apache.snapshot(history.tree, history.sessions);
        start();
        history.advance(1);
        apache.snapshot(history.tree, history.sessions);
        assertThrows(ApacheDataException.class, this::start);
    }

    @Test
    void dataInAnEngineThatIsNotConfiguredIsNotPassedByInSilence() throws Exception {
        apache.snapshot(history.tree, history.sessions);
        Path other = Files.createDirectories(folder.resolve("lyrebird-gone"));
        IOException e = assertThrows(IOException.class, this::start);
        assertTrue(e.getMessage().contains("--from gone --to memory"), e.getMessage());
        Files.delete(other);
        start();
        assertFalse(StoreFolders.isEmpty(store));
    }

    /** The same store, but the disk fails at some point of the replacement, at the latest when it is committed. */
    private Store failingAfter(int puts) {
        Image image = (Image) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Image.class}, (proxy, method, args) -> {
                    if (method.getName().equals("replace")) {
                        return new FailingReplacement(store.image().replace((Long) args[0]), puts);
                    }
                    return method.invoke(store.image(), args);
                });
        return new Store() {
            @Override
            public TxnLog log() {
                return store.log();
            }

            @Override
            public Image image() {
                return image;
            }

            @Override
            public Registers registers() {
                return store.registers();
            }

            @Override
            public void close() {}
        };
    }

    private static final class FailingReplacement implements ImageReplacement {
        private final ImageReplacement replacement;
        private int putsLeft;

        FailingReplacement(ImageReplacement replacement, int puts) {
            this.replacement = replacement;
            putsLeft = puts;
        }

        @Override
        public void put(byte[] key, byte[] value) throws StoreException {
            if (putsLeft == 0) {
                throw new StoreException("the disk failed");
            }
            putsLeft--;
            replacement.put(key, value);
        }

        @Override
        public void commit() throws StoreException {
            throw new StoreException("the disk failed");
        }

        @Override
        public void close() throws StoreException {
            replacement.close();
        }
    }
}
