package io.lyrebird.server.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.ServerConfig.LogSettings;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.data.Recovery;
import io.lyrebird.server.data.WholeImage;
import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.legacy.SnapshotStream;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.store.ImageCursor;
import io.lyrebird.store.Store;
import io.lyrebird.store.TxnCursor;
import io.lyrebird.store.memory.MemoryStoreProvider;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.zab.Input;
import io.lyrebird.zab.Zxid;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The two writers of a member of an ensemble: what they do to the store, and what they tell the core. */
@Timeout(60)
class WritersTest {
    private static final long CONNECTION = 5;

    private final Store store = new MemoryStoreProvider().open(null);
    private final LinkedBlockingQueue<CoreInput> told = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> broken = new AtomicReference<>();
    private final Sessions sessions = new Sessions();
    private final Tree tree = newTree();
    private final ImageChanges changes = new ImageChanges(tree, sessions);
    private LogWriter logWriter;
    private ImageWriter imageWriter;
    private SnapshotInstaller installer;

    private static Tree newTree() {
        return new Tree(1, new OwnerEncoding(true, false), true);
    }

    @BeforeEach
    void start() {
        Metrics metrics = new Metrics();
        logWriter = new LogWriter(
                store,
                new LogSettings(100_000, true, 1000, false),
                told::add,
                metrics.newRecorder(),
                (t, e) -> broken.set(e));
        imageWriter = new ImageWriter(
                store.image(),
                new LogRetention(1000, 3, 3_600_000),
                logWriter::dropBefore,
                metrics.newRecorder(),
                (t, e) -> broken.set(e));
        installer = new SnapshotInstaller(store, WritersTest::newTree, logWriter, imageWriter, told::add);
        SystemNodes.putInto(tree);
        changes.markAll();
        tree.observe(changes);
        logWriter.start(0);
        imageWriter.start();
    }

    @AfterEach
    void stop() throws Exception {
        logWriter.close();
        imageWriter.close();
        store.close();
        assertNull(broken.get());
    }

    private CoreInput next() throws InterruptedException {
        CoreInput input = told.poll(30, TimeUnit.SECONDS);
        assertTrue(input != null, "the core was not told");
        return input;
    }

    private void append(long... zxids) {
        for (long zxid : zxids) {
            logWriter.append(zxid, new byte[] {(byte) zxid});
        }
    }

    private List<Long> logged() throws Exception {
        List<Long> zxids = new ArrayList<>();
        try (TxnCursor cursor = store.log().read(0)) {
            while (cursor.next()) {
                zxids.add(cursor.zxid());
            }
        }
        return zxids;
    }

    private void create(String path, long zxid) {
        tree.create(path, new byte[0], Acl.OPEN_ACL_UNSAFE, 0, -1, zxid, 0);
        tree.setLastZxid(zxid);
    }

    private void takeChanges() {
        imageWriter.take(changes, tree.lastZxid());
    }

    private Tree loaded() throws Exception {
        Tree loaded = newTree();
        Sessions loadedSessions = new Sessions();
        new Recovery(store, loaded, loadedSessions, new ImageChanges(loaded, loadedSessions)).loadImage();
        return loaded;
    }

    // ---- the log

    @Test
    void logIsWrittenAndCutInTheOrderOfAsking() throws Exception {
        append(1, 2, 3);
        logWriter.truncate(1);
        append(2);
        logWriter.saveEpochs(4, 3);
        logWriter.flush();
        assertEquals(new CoreInput.Durable(3), next());
        assertEquals(new CoreInput.FromZab(new Input.Truncated(1)), next());
        assertEquals(new CoreInput.Durable(2), next());
        assertEquals(new CoreInput.EpochsDurable(4, 3), next());
        assertEquals(List.of(1L, 2L), logged());
    }

    @Test
    void coreIsToldWhatTheLogNoLongerHas() throws Exception {
        append(1, 2, 3, 4);
        logWriter.flush();
        assertEquals(new CoreInput.Durable(4), next());
        create("/a", 3);
        WholeImage.write(store, tree, sessions, (entries, total) -> {});
        logWriter.dropBefore(3);
        assertEquals(new CoreInput.FromZab(new Input.LogDropped(2)), next());
        assertEquals(List.of(3L, 4L), logged());
    }

    @Test
    void whatTheImageDoesNotHaveIsNeverDropped() throws Exception {
        append(1, 2, 3, 4);
        logWriter.flush();
        assertEquals(new CoreInput.Durable(4), next());
        create("/a", 2);
        WholeImage.write(store, tree, sessions, (entries, total) -> {});
        logWriter.dropBefore(4);
        assertEquals(new CoreInput.FromZab(new Input.LogDropped(2)), next());
        assertEquals(List.of(3L, 4L), logged());
    }

    // ---- the image

    @Test
    void scanHasWhatWasTakenBeforeItAndNothingElse() throws Exception {
        create("/before", 1);
        takeChanges();
        var scan = imageWriter.scan();
        create("/after", 2);
        takeChanges();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ImageCursor cursor = scan.get(30, TimeUnit.SECONDS)) {
            SnapshotStream.write(sessions.timeouts(), tree.acls().all(), cursor, out);
        }
        Tree read = newTree();
        SnapshotStream.read(new ByteArrayInputStream(out.toByteArray()), read, new Sessions());
        assertTrue(read.find("/before") != null);
        assertNull(read.find("/after"));
    }

    // ---- a leader's snapshot

    private byte[] snapshotOf(Tree source, Sessions ofSessions) throws Exception {
        Store other = new MemoryStoreProvider().open(null);
        WholeImage.write(other, source, ofSessions, (entries, total) -> {});
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ImageCursor cursor = other.image().scan()) {
            SnapshotStream.write(ofSessions.timeouts(), source.acls().all(), cursor, out);
        }
        other.close();
        return out.toByteArray();
    }

    private byte[] leadersSnapshot(long zxid) throws Exception {
        Tree leaders = newTree();
        SystemNodes.putInto(leaders);
        leaders.create("/leaders", new byte[] {7}, List.of(new Acl(1, "digest", "u:p")), 0, -1, zxid, 0);
        leaders.setLastZxid(zxid);
        Sessions leadersSessions = new Sessions();
        leadersSessions.add(77, 4000);
        return snapshotOf(leaders, leadersSessions);
    }

    private CoreInput.Installed install(long zxid) throws Exception {
        installer.receive(CONNECTION, zxid, new ByteArrayInputStream(leadersSnapshot(zxid)));
        CoreInput.Installed installed = (CoreInput.Installed) next();
        assertEquals(CONNECTION, installed.connection());
        assertEquals(zxid, installed.zxid());
        assertEquals(zxid, installed.tree().lastZxid());
        assertEquals(4000, installed.sessions().timeoutMs(77));
        return installed;
    }

    private void logAndTakeImage(long imageZxid, long... zxids) throws Exception {
        append(zxids);
        logWriter.flush();
        assertEquals(new CoreInput.Durable(zxids[zxids.length - 1]), next());
        create("/ours", imageZxid);
        takeChanges();
        imageWriter.scan().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void snapshotTakesThePlaceOfImageAndLog() throws Exception {
        logAndTakeImage(2, 1, 2, 3);
        CoreInput.Installed installed = install(Zxid.of(1, 9));
        assertEquals(List.of(), logged());
        Tree loaded = loaded();
        assertNull(loaded.find("/ours"));
        assertEquals(installed.tree().digest(), loaded.digest());
        assertEquals(Zxid.of(1, 9), store.image().zxid());
    }

    @Test
    void logThatGoesOnFromTheSnapshotIsKept() throws Exception {
        logAndTakeImage(2, 1, 2, 3, 4);
        install(3);
        assertEquals(List.of(4L), logged());
        assertEquals(3, store.image().zxid());
    }

    @Test
    void logThatBeginsLaterGoesWithTheOldImage() throws Exception {
        logAndTakeImage(4, 1, 2, 3, 4);
        imageWriter.suspend();
        store.image().sync();
        imageWriter.resume(4);
        logWriter.dropBefore(4);
        assertEquals(new CoreInput.FromZab(new Input.LogDropped(3)), next());
        install(2);
        assertEquals(List.of(), logged());
        assertEquals(2, store.image().zxid());
    }

    @Test
    void imageGoesOnFromTheSnapshot() throws Exception {
        logAndTakeImage(2, 1, 2, 3);
        CoreInput.Installed installed = install(9);
        tree.become(installed.tree());
        sessions.become(installed.sessions());
        changes.clear();
        create("/next", 10);
        takeChanges();
        imageWriter.scan().get(30, TimeUnit.SECONDS).close();
        Tree loaded = loaded();
        assertEquals(tree.digest(), loaded.digest());
        assertTrue(loaded.find("/next") != null && loaded.find("/leaders") != null);
    }

    @Test
    void snapshotThatIsCutShortOrNotSignedChangesNothing() throws Exception {
        logAndTakeImage(2, 1, 2, 3);
        byte[] whole = leadersSnapshot(9);
        byte[] unsigned = whole.clone();
        unsigned[whole.length - 1]++;
        for (byte[] bad : List.of(Arrays.copyOf(whole, whole.length / 2), unsigned)) {
            assertThrows(IOException.class, () -> installer.receive(CONNECTION, 9, new ByteArrayInputStream(bad)));
            assertEquals(new CoreInput.InstallFailed(CONNECTION), next());
        }
        assertEquals(List.of(1L, 2L, 3L), logged());
        assertEquals(2, store.image().zxid());
    }

    @Test
    void nothingBehindTheSnapshotIsTakenFromTheStream() throws Exception {
        byte[] whole = leadersSnapshot(9);
        byte[] more = Arrays.copyOf(whole, whole.length + 100);
        ByteArrayInputStream in = new ByteArrayInputStream(more);
        installer.receive(CONNECTION, 9, in);
        assertEquals(100, in.available());
        next();
    }
}
