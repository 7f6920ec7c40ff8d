package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.Store;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.TxnCursor;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** What the children of one folder were promised, and whether it was kept. */
final class CrashModel {
    /** The incarnation of each entry that must be there. */
    private final TreeMap<Long, Long> acknowledged = new TreeMap<>();

    /** From where the sequence goes on when the log is empty. */
    private long lastZxidBefore;

    private long incarnation;
    private long purgedBelow;
    private long truncating = -1;
    private long imageDurableZxid;
    private long registers;
    private CrashWorld.State state = new CrashWorld.State();

    /** For the next child: higher than any that was used. */
    long nextIncarnation() {
        incarnation += 2;
        return incarnation;
    }

    void hear(String line) {
        String[] words = line.split(" ");
        long number = words.length > 1 ? Long.parseLong(words[1]) : 0;
        switch (words[0]) {
            case "S" -> {
                incarnation = Long.parseLong(words[2]);
                long from = acknowledged.isEmpty() ? lastZxidBefore : acknowledged.lastKey();
                for (long zxid = CrashWorld.nextZxid(from); zxid <= number; zxid = CrashWorld.nextZxid(zxid)) {
                    acknowledged.put(zxid, incarnation);
                }
            }
            case "t" -> truncating = number;
            case "T" -> {
                acknowledged.tailMap(number, false).clear();
                lastZxidBefore = Math.max(lastZxidBefore, acknowledged.isEmpty() ? number : 0);
                truncating = -1;
                incarnation++;
            }
            case "p" -> purgedBelow = Math.max(purgedBelow, number);
            case "I" -> imageDurableZxid = number;
            case "R" -> registers = number;
            case "open" -> {
                return;
            }
            default -> throw new IllegalStateException("the child said: " + line);
        }
    }

    /** Looks at everything, and takes what is there as the state from which the next child goes on. */
    void check(Store store) throws StoreException {
        long lastZxid = checkLog(store);
        checkImage(store, lastZxid);
        checkRegisters(store);
    }

    private long checkLog(Store store) throws StoreException {
        TreeMap<Long, Long> found = new TreeMap<>();
        try (TxnCursor cursor = store.log().read(0)) {
            while (cursor.next()) {
                long zxid = cursor.zxid();
                long foundIncarnation = CrashWorld.incarnation(zxid, cursor.txn());
                assertTrue(foundIncarnation >= 0, "the entry of zxid " + zxid + " is not what was written");
                if (!found.isEmpty()) {
                    assertEquals(CrashWorld.nextZxid(found.lastKey()), zxid, "an entry is missing");
                }
                found.put(zxid, foundIncarnation);
            }
        }
        long firstZxid = found.isEmpty() ? 0 : found.firstKey();
        long lastZxid = found.isEmpty() ? 0 : found.lastKey();
        assertEquals(firstZxid, store.log().firstZxid());
        assertEquals(lastZxid, store.log().lastZxid());
        for (Map.Entry<Long, Long> entry : acknowledged.entrySet()) {
            long zxid = entry.getKey();
            boolean mayBeGone = zxid < purgedBelow && zxid < firstZxid || truncating >= 0 && zxid > truncating;
            if (!mayBeGone || found.containsKey(zxid)) {
                assertEquals(entry.getValue(), found.get(zxid), "zxid " + zxid + " was acknowledged");
            }
        }
        for (Map.Entry<Long, Long> entry : found.entrySet()) {
            if (!acknowledged.containsKey(entry.getKey()) && entry.getKey() > lastZxidBefore) {
                long extra = entry.getValue() - incarnation;
                assertTrue(
                        extra == 0 || extra == 1,
                        "zxid " + entry.getKey() + " has incarnation " + entry.getValue() + " and not " + incarnation);
            }
        }
        acknowledged.clear();
        acknowledged.putAll(found);
        truncating = -1;
        return lastZxid;
    }

    private void checkImage(Store store, long lastLogZxid) throws StoreException {
        long zxid = store.image().zxid();
        assertTrue(zxid >= imageDurableZxid, "the image is at " + zxid + " and was durable at " + imageDurableZxid);
        assertTrue(zxid <= lastLogZxid || acknowledged.isEmpty(), "the image is at " + zxid + ", ahead of the log");
        if (state.zxid() > zxid) {
            state = new CrashWorld.State();
        }
        state.advance(zxid, null);
        ImageContract.check(state.entries, store.image(), zxid);
        imageDurableZxid = zxid;
        if (acknowledged.isEmpty()) {
            lastZxidBefore = zxid;
        }
    }

    private void checkRegisters(Store store) {
        byte[] a = store.registers().get("a").orElse(Bytes.of(0));
        byte[] b = store.registers().get("b").orElse(Bytes.of(0));
        assertArrayEquals(a, b);
        long number = ByteBuffer.wrap(a).getLong();
        assertTrue(number >= registers, "the registers were put " + registers + " times and show " + number);
        if (number > 0) {
            assertTrue(store.registers().get("noise").isPresent());
        }
        registers = number;
    }
}
