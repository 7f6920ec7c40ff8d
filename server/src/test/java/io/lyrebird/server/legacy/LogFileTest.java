package io.lyrebird.server.legacy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFileTest {
    private static final int COUNT = 30;
    private static final int FEW = 5;
    private static final int PADDING_BYTES = 5000;

    private final History history = History.of(2, COUNT);

    @TempDir
    private Path folder;

    private ApacheFolder apache;

    @BeforeEach
    void prepare() throws Exception {
        apache = new ApacheFolder(folder);
    }

    private List<byte[]> read(Path file) throws IOException {
        List<byte[]> txns = new ArrayList<>();
        try (LogFile log = new LogFile(new ZxidFile(file, 1), ApacheFolder.TXN_BYTES_MAX, apache)) {
            for (LoggedTxn txn = log.next(); txn != null; txn = log.next()) {
                txns.add(TxnCodec.encode(txn.header(), txn.txn(), txn.digest()));
            }
            assertEquals(null, log.next());
        }
        return txns;
    }

    private void assertRead(int count, Path file) throws IOException {
        List<byte[]> txns = read(file);
        assertEquals(count, txns.size());
        for (int i = 0; i < count; i++) {
            assertArrayEquals(history.txns.get(i), txns.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 11, 12, PADDING_BYTES})
    void txnsAreReadUpToTheZerosBehindThem(int paddingBytes) throws Exception {
        assertRead(COUNT, apache.log(history, 1, COUNT, paddingBytes));
        assertTrue(apache.warnings.isEmpty(), apache.warnings.toString());
    }

    @Test
    void anIncompleteTxnAtTheEndIsLeftOut() throws Exception {
        Path file = apache.log(history, 1, COUNT, 0);
        byte[] bytes = Files.readAllBytes(file);
        int lastEntry = bytes.length - ApacheFolder.entryBytes(history.txn(COUNT));
        for (int length = lastEntry; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertRead(COUNT - 1, file);
            Files.write(file, Arrays.copyOf(Arrays.copyOf(bytes, length), length + PADDING_BYTES));
            assertRead(COUNT - 1, file);
        }
    }

    @Test
    void aFileThatWasJustCreatedHoldsNothing() throws Exception {
        Path file = apache.log(history, 1, 0, 0);
        byte[] bytes = Files.readAllBytes(file);
        for (int length = 0; length <= bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertRead(0, file);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, PADDING_BYTES})
    void aFlippedBitIsNeverTakenForTheEnd(int paddingBytes) throws Exception {
        Path file = apache.log(history, 1, FEW, paddingBytes);
        byte[] bytes = Files.readAllBytes(file);
        for (int bit = 0; bit < 8 * (bytes.length - paddingBytes); bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Files.write(file, damaged);
            boolean withoutMeaning = bit / 8 >= 4 && bit / 8 < Formats.HEADER_BYTES;
            if (withoutMeaning) {
                assertRead(FEW, file);
            } else {
                ApacheDataException e = assertThrows(ApacheDataException.class, () -> read(file), "bit " + bit);
                assertTrue(e.getMessage().contains(file.toString()), e.getMessage());
            }
        }
    }

    @Test
    void theMessageNamesTheLastGoodTxnAndWhereToCut() throws Exception {
        Path file = apache.log(history, 1, COUNT, PADDING_BYTES);
        byte[] bytes = Files.readAllBytes(file);
        int offset = Formats.HEADER_BYTES;
        for (int zxid = 1; zxid <= 10; zxid++) {
            offset += ApacheFolder.entryBytes(history.txn(zxid));
        }
        bytes[offset + 40] ^= 1;
        Files.write(file, bytes);
        ApacheDataException e = assertThrows(ApacheDataException.class, () -> read(file));
        assertTrue(e.getMessage().contains("after zxid 0xa, at offset " + offset), e.getMessage());
        Files.write(file, Arrays.copyOf(bytes, offset));
        assertRead(10, file);
    }

    @Test
    void aTxnLongerThanTheFileIsDamageIfNoTxnCanBeThatLong() throws Exception {
        Path file = apache.log(history, 1, COUNT, PADDING_BYTES);
        byte[] bytes = Files.readAllBytes(file);
        int end = bytes.length - PADDING_BYTES;
        ByteBuffer.wrap(bytes).putLong(end, 1234).putInt(end + 8, ApacheFolder.TXN_BYTES_MAX);
        Files.write(file, bytes);
        assertRead(COUNT, file);
        ByteBuffer.wrap(bytes).putInt(end + 8, ApacheFolder.TXN_BYTES_MAX + 1);
        Files.write(file, bytes);
        assertThrows(ApacheDataException.class, () -> read(file));
        ByteBuffer.wrap(bytes).putInt(end + 8, -1);
        Files.write(file, bytes);
        assertThrows(ApacheDataException.class, () -> read(file));
    }

    @Test
    void somethingBehindTheZerosIsMentioned() throws Exception {
        Path file = apache.log(history, 1, COUNT, PADDING_BYTES);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] = 1;
        Files.write(file, bytes);
        assertRead(COUNT, file);
        assertEquals(1, apache.warnings.size(), apache.warnings.toString());
    }
}
