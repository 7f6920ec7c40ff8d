package io.lyrebird.server.legacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.OwnerEncoding;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.TreeDump;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.txn.TxnDigest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotTest {
    private static final int TRAILER_BYTES = 20 + 13 + 8 + 13;
    private static final int LAST_ZXID_BYTES = 8 + 13;

    private final History history = History.of(5, 400);
    private Tree tree;
    private Sessions sessions;

    @TempDir
    private Path folder;

    private ApacheFolder apache;

    @BeforeEach
    void prepare() throws Exception {
        apache = new ApacheFolder(folder);
    }

    private Snapshot read(Path file) throws ApacheDataException {
        tree = new Tree(1, new OwnerEncoding(true, false), true);
        sessions = new Sessions();
        return new SnapshotReader(new ZxidFile(file, history.tree.lastZxid()), tree, sessions, apache).read();
    }

    private void assertRead() {
        assertEquals(TreeDump.of(history.tree), TreeDump.of(tree));
        assertEquals(history.sessions.timeouts(), sessions.timeouts());
        assertEquals(history.tree.lastZxid(), tree.lastZxid());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz", ".snappy"})
    void whatIsWrittenIsRead(String extension) throws Exception {
        Snapshot snapshot = read(apache.snapshot(history.tree, history.sessions, extension));
        assertRead();
        assertTrue(snapshot.finishKnown());
        assertEquals(tree.lastZxid(), snapshot.finishZxid());
        assertEquals(new TxnDigest(2, tree.digest()), snapshot.digest());
        assertTrue(snapshot.unknownAclPaths().isEmpty());
    }

    /** Servers before 3.6 write neither digest nor last zxid; later ones as they are configured. */
    @Test
    void whatFollowsTheNodesIsOptional() throws Exception {
        Path file = apache.snapshot(history.tree, history.sessions);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - LAST_ZXID_BYTES));
        assertEquals(history.tree.lastZxid(), read(file).digestZxid());
        assertRead();
        Files.write(file, Arrays.copyOf(bytes, bytes.length - TRAILER_BYTES));
        Snapshot snapshot = read(file);
        assertRead();
        assertEquals(false, snapshot.finishKnown());
        assertEquals(null, snapshot.digest());
    }

    @Test
    void aSnapshotThatEndsTooEarlyIsNoticedWhereverItEnds() throws Exception {
        History small = History.of(1, 12);
        Path file = apache.snapshot(small.tree, small.sessions);
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            boolean olderFormat = length == bytes.length - LAST_ZXID_BYTES || length == bytes.length - TRAILER_BYTES;
            if (!olderFormat) {
                ApacheDataException e = assertThrows(ApacheDataException.class, () -> read(file), "length " + length);
                assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz", ".snappy"})
    void aFlippedBitIsNoticedWhereverItIs(String extension) throws Exception {
        History small = History.of(1, 12);
        Path file = apache.snapshot(small.tree, small.sessions, extension);
        byte[] bytes = Files.readAllBytes(file);
        int unnoticed = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= (byte) (1 << i % 8);
            Files.write(file, damaged);
            try {
                read(file);
                unnoticed++;
                assertEquals(TreeDump.of(small.tree), TreeDump.of(tree), "byte " + i);
                assertEquals(small.sessions.timeouts(), sessions.timeouts(), "byte " + i);
            } catch (ApacheDataException e) {
                assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
            }
        }
        // Of a plain one every byte is in a checksum; the headers of the packed ones hold bytes without a meaning.
        assertTrue(unnoticed <= (extension.isEmpty() ? 0 : 16), unnoticed + " were not noticed");
    }

    @Test
    void aLengthThatIsClaimedIsNotAllocated() throws Exception {
        Path file = apache.snapshot(history.tree, history.sessions);
        byte[] bytes = Files.readAllBytes(file);
        int rootData = 16 + 4 + history.sessions.size() * 12 + aclBytes(bytes) + 4;
        bytes[rootData] = 0x7f;
        Files.write(file, bytes);
        ApacheDataException e = assertThrows(ApacheDataException.class, () -> read(file));
        assertTrue(e.getMessage().contains("it ends too early"), e.getMessage());
    }

    /** The length of the table of ACLs, which ends where the root's empty path begins. */
    private int aclBytes(byte[] bytes) throws Exception {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        in.skipBytes(16 + 4 + history.sessions.size() * 12);
        int start = in.readerIndex();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            in.readLong();
            Acl.decodeList(in);
        }
        return in.readerIndex() - start;
    }
}
