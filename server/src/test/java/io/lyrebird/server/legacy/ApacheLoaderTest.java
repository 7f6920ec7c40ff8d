package io.lyrebird.server.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDump;
import io.lyrebird.wire.client.Acl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApacheLoaderTest {
    private static final int PADDING_BYTES = 4096;
    private static final int FUZZY_SEEDS = 150;

    @TempDir
    private Path folder;

    private ApacheFolder apache;
    private History history;

    /** Snapshots at 100 and 200, logs from 1, 101 and 201 on, up to 300. */
    @BeforeEach
    void prepare() throws Exception {
        apache = new ApacheFolder(folder);
        history = new History(11);
        for (int first = 1; first < 300; first += 100) {
            history.advance(100);
            apache.log(history, first, first + 99, PADDING_BYTES);
            if (first < 200) {
                apache.snapshot(history.tree, history.sessions);
            }
        }
    }

    private Path file(String name) {
        return apache.version2.resolve(name);
    }

    private void assertLoadsEverything() throws IOException {
        assertIsHistory(apache.load());
    }

    private void assertIsHistory(ApacheState state) {
        assertEquals(TreeDump.of(history.tree), TreeDump.of(state.tree()));
        assertEquals(history.sessions.timeouts(), state.sessions().timeouts());
        assertEquals(history.tree.lastZxid(), state.tree().lastZxid());
    }

    private String refusal() {
        return refusal(ApacheFolder.SETTINGS);
    }

    private String refusal(ImportSettings settings) {
        return assertThrows(ApacheDataException.class, () -> apache.load(settings))
                .getMessage();
    }

    private static void assertContains(String text, Object... parts) {
        for (Object part : parts) {
            assertTrue(text.contains(part.toString()), text);
        }
    }

    private void damage(Path file, int offset) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void theNewestSnapshotAndTheLogsAfterItGiveTheState() throws Exception {
        assertLoadsEverything();
        Files.delete(file("log.1"));
        Files.delete(file("log.65"));
        assertLoadsEverything();
        assertTrue(apache.warnings.isEmpty(), apache.warnings.toString());
    }

    @Test
    void aLogThatBeganBeforeTheSnapshotServesToo() throws Exception {
        Files.delete(file("log.c9"));
        apache.log(history, 101, 300, 0);
        assertLoadsEverything();
    }

    @Test
    void txnsThatWereLoggedTwiceCountOnce() throws Exception {
        apache.log(history, 190, 300, 0);
        apache.log(history, 250, 300, 0);
        assertLoadsEverything();
    }

    @Test
    void anUnfinishedSnapshotIsPassedBy() throws Exception {
        Path newest = file("snapshot.c8");
        Files.write(newest, Arrays.copyOf(Files.readAllBytes(newest), 500));
        assertLoadsEverything();
        assertContains(apache.warnings.toString(), newest);
        Files.write(file("snapshot.12c"), new byte[0]);
        assertLoadsEverything();
    }

    @Test
    void whatAnInterruptedWriteLeftIsNoSnapshot() throws Exception {
        Files.write(file("snapshot.fff.tmp"), new byte[100]);
        assertLoadsEverything();
    }

    @Test
    void aDamagedSnapshotBeyondTheLogsIsALoss() throws Exception {
        Files.write(file("snapshot.12d"), new byte[100]);
        assertContains(refusal(), file("snapshot.12d"), file("snapshot.c8"), "end at zxid 0x12c", "would be lost");
    }

    @Test
    void withoutAnySnapshotThatCanBeReadThereIsNoStart() throws Exception {
        damage(file("snapshot.64"), 300);
        damage(file("snapshot.c8"), 300);
        assertContains(refusal(), file("snapshot.c8"), "no older one", "Put back");
    }

    @Test
    void aLogThatIsMissingInBetweenIsNamed() throws Exception {
        Files.delete(file("snapshot.c8"));
        Files.delete(file("log.65"));
        assertContains(refusal(), file("snapshot.64"), "0x64", file("log.c9"), "0xc9", "missing");
    }

    @Test
    void aLogThatIsTornBeforeAnotherOneIsALoss() throws Exception {
        Files.delete(file("snapshot.c8"));
        Path torn = file("log.65");
        Files.write(torn, Arrays.copyOf(Files.readAllBytes(torn), 3000));
        assertContains(refusal(), torn, file("log.c9"), "missing");
    }

    @Test
    void aTornTailIsTolerated() throws Exception {
        Path last = file("log.c9");
        byte[] bytes = Files.readAllBytes(last);
        Files.write(last, Arrays.copyOf(bytes, bytes.length - PADDING_BYTES - 1));
        ApacheState state = apache.load();
        assertEquals(299, state.tree().lastZxid());
        Files.write(file("log.12c"), new byte[0]);
        assertEquals(299, apache.load().tree().lastZxid());
    }

    @Test
    void aDamagedLogIsNamed() throws Exception {
        damage(file("log.c9"), 2000);
        assertContains(refusal(), file("log.c9"), "damaged", "offset");
        assertTrue(refusal().contains("truncate -s"));
    }

    @Test
    void withoutSnapshotsTheLogsCountOnlyIfTheyAreTrustedAndComplete() throws Exception {
        Files.delete(file("snapshot.64"));
        Files.delete(file("snapshot.c8"));
        assertContains(refusal(), apache.version2, "no snapshot", "snapshot.trust.empty=true");
        ImportSettings trusting =
                new ImportSettings(new OwnerEncoding(true, false), true, true, ApacheFolder.TXN_BYTES_MAX, false);
        assertIsHistory(apache.load(trusting));
        Files.delete(file("log.1"));
        assertContains(refusal(), "no snapshot", "0x65", "not at the beginning");
        assertContains(refusal(trusting), "no snapshot", "0x65", "not at the beginning");
    }

    @Test
    void snapshotsAndLogsInEachOthersFolderAreAMistakeOfTheConfiguration() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other"));
        ApacheFiles logsElsewhere = ApacheFiles.of(folder, other);
        IOException e = assertThrows(
                ApacheDataException.class, () -> new ApacheLoader(logsElsewhere, ApacheFolder.SETTINGS, apache).load());
        assertContains(e.getMessage(), file("log.1"), "dataLogDir");
        ApacheFiles snapshotsElsewhere = ApacheFiles.of(other, folder);
        e = assertThrows(
                ApacheDataException.class,
                () -> new ApacheLoader(snapshotsElsewhere, ApacheFolder.SETTINGS, apache).load());
        assertContains(e.getMessage(), file("snapshot.64"), "dataDir");
    }

    @Test
    void logsInAFolderOfTheirOwnAreFound() throws Exception {
        Path other = Files.createDirectories(folder.resolve("other/version-2"));
        for (String log : new String[] {"log.1", "log.65", "log.c9"}) {
            Files.move(file(log), other.resolve(log));
        }
        ApacheFiles files = ApacheFiles.of(folder, other.getParent());
        assertIsHistory(new ApacheLoader(files, ApacheFolder.SETTINGS, apache).load());
    }

    /** What Apache writes while it goes on working becomes exact, from whichever log it is replayed. */
    @Test
    void fuzzySnapshotsBecomeExact() throws Exception {
        int fuzzy = 0;
        int unknownAcls = 0;
        for (int seed = 0; seed < FUZZY_SEEDS; seed++) {
            Random random = new Random(seed);
            Path place = Files.createDirectories(folder.resolve("fuzzy" + seed));
            apache = new ApacheFolder(place);
            history = History.of(seed, 50 + random.nextInt(200));
            long startZxid = history.tree.lastZxid();
            boolean withTrailers = random.nextBoolean();
            byte[] snapshot = new FuzzySnapshot(history, random, withTrailers).write();
            long finishZxid = history.tree.lastZxid();
            Files.write(file("snapshot." + Long.toHexString(startZxid)), snapshot);
            history.advance(random.nextInt(30));
            apache.log(history, 1 + random.nextInt((int) startZxid), history.tree.lastZxid(), PADDING_BYTES);
            fuzzy += finishZxid > startZxid ? 1 : 0;
            unknownAcls += unknownAcls(startZxid);
            assertEquals(TreeDump.of(history.tree), TreeDump.of(apache.load().tree()), "seed " + seed);
            assertLoadsEverything();
        }
        assertTrue(fuzzy > FUZZY_SEEDS / 2, fuzzy + " snapshots were fuzzy");
        assertNotEquals(0, unknownAcls);
    }

    private int unknownAcls(long zxid) throws IOException {
        Tree tree = new Tree(1, new OwnerEncoding(true, false), true);
        ZxidFile snapshot = new ZxidFile(file("snapshot." + Long.toHexString(zxid)), zxid);
        return new SnapshotReader(snapshot, tree, new Sessions(), apache)
                .read()
                .unknownAclPaths()
                .size();
    }

    @Test
    void aFuzzySnapshotWithoutTheLogsThatMakeItExactIsRefusedUnlessItIsAccepted() throws Exception {
        long startZxid = history.tree.lastZxid();
        Random random = new Random(3);
        byte[] snapshot;
        do {
            startZxid = history.tree.lastZxid();
            snapshot = new FuzzySnapshot(history, random, true).write();
        } while (history.tree.lastZxid() == startZxid);
        apache = new ApacheFolder(folder.resolve("alone"));
        Path file = Files.write(file("snapshot." + Long.toHexString(startZxid)), snapshot);
        assertContains(refusal(), file, "--inexact", "0x" + Long.toHexString(history.tree.lastZxid()));
        apache.load(ApacheFolder.SETTINGS.acceptingInexact());
        assertContains(apache.warnings.toString(), file);
    }

    @Test
    void aTreeThatIsNotTheOneOfTheTxnsIsRefused() throws Exception {
        History other = History.of(12, 200);
        Files.delete(file("snapshot.64"));
        Files.delete(file("snapshot.c8"));
        apache.snapshot(other.tree, other.sessions);
        assertContains(refusal(), "0xc9", file("log.c9"), "digest", "--inexact");
        Files.delete(file("log.c9"));
        assertEquals(200, apache.load().tree().lastZxid());
    }

    @Test
    void epochsAreThoseOfTheFilesAndNotBelowTheLastTxn() throws Exception {
        assertEquals(0, apache.load().currentEpoch());
        Files.writeString(file("currentEpoch"), "5");
        Files.writeString(file("acceptedEpoch"), "7\n");
        assertEquals(5, apache.load().currentEpoch());
        assertEquals(7, apache.load().acceptedEpoch());
        Files.delete(file("acceptedEpoch"));
        assertEquals(5, apache.load().acceptedEpoch());
        Files.writeString(file("currentEpoch"), "five");
        assertContains(refusal(), file("currentEpoch"), "five");
    }

    @Test
    void ephemeralsOfSessionsThatAreGoneAreDeleted() throws Exception {
        Tree tree = smallTree(new OwnerEncoding(true, false));
        tree.create("/mine", null, Acl.OPEN_ACL_UNSAFE, 0x77, 1, 10, 1);
        tree.create("/lost", null, Acl.OPEN_ACL_UNSAFE, 0x88, 2, 11, 1);
        tree.setLastZxid(12);
        Sessions sessions = new Sessions();
        sessions.add(0x77, 1000);
        apache = new ApacheFolder(folder.resolve("sessions"));
        apache.snapshot(tree, sessions);
        Tree loaded = apache.load().tree();
        assertNull(loaded.find("/lost"));
        assertEquals(0x77, loaded.find("/mine").ephemeralOwner());
        assertEquals(12, loaded.root().pzxid());
    }

    @Test
    void ttlNodesAreNotTakenForEphemeralsWhereExtendedTypesAreOff() throws Exception {
        Tree tree = smallTree(new OwnerEncoding(true, false));
        tree.create("/ttl", null, Acl.OPEN_ACL_UNSAFE, OwnerEncoding.ttlOwner(1000), 1, 10, 1);
        tree.setLastZxid(10);
        apache = new ApacheFolder(folder.resolve("ttl"));
        apache.snapshot(tree, new Sessions());
        ImportSettings plain =
                new ImportSettings(new OwnerEncoding(false, false), true, false, ApacheFolder.TXN_BYTES_MAX, false);
        assertContains(refusal(plain), "/ttl", "extendedTypesEnabled=true");
        assertEquals(1, apache.load().tree().ttls().size());
    }

    @Test
    void aTreeFromBefore35GetsTheNodeOfTheConfiguration() throws Exception {
        Tree tree = new Tree(1, new OwnerEncoding(true, false), true);
        tree.restore(SystemNodes.ZOOKEEPER, new byte[0], Acl.OPEN_ACL_UNSAFE, StoredStat.created(0, 0, 0));
        tree.restore(SystemNodes.QUOTA, new byte[0], Acl.OPEN_ACL_UNSAFE, StoredStat.created(0, 0, 0));
        tree.setLastZxid(3);
        apache = new ApacheFolder(folder.resolve("old"));
        apache.snapshot(tree, new Sessions());
        assertEquals(
                TreeDump.of(smallTree(new OwnerEncoding(true, false))),
                TreeDump.of(apache.load().tree()));
    }

    private static Tree smallTree(OwnerEncoding owners) {
        Tree tree = new Tree(1, owners, true);
        SystemNodes.putInto(tree);
        return tree;
    }
}
