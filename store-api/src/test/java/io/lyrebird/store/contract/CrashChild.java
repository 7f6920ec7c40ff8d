package io.lyrebird.store.contract;

import io.lyrebird.store.Image;
import io.lyrebird.store.ImageBatch;
import io.lyrebird.store.ImageReplacement;
import io.lyrebird.store.Registers;
import io.lyrebird.store.Store;
import io.lyrebird.store.StoreConfig;
import io.lyrebird.store.StoreException;
import io.lyrebird.store.Stores;
import io.lyrebird.store.TxnLog;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process that is killed. It writes to all parts of a store at once, each from a thread, and prints a line for everything
 * that it has been promised: {@code S zxid incarnation} the log is synced up to there, {@code t}/{@code T zxid} a truncation
 * begins/is done, {@code p zxid} a purge begins, {@code I zxid} the image is durable at least up to there, {@code R n} the
 * registers are put.
 */
final class CrashChild {
    private final Store store;
    private final long incarnation;
    private final SplittableRandom random;
    /** The image follows up to here, and the log is never cut below it. */
    private final AtomicLong committed;

    private volatile long imageDurableZxid;

    private CrashChild(Store store, long seed, long incarnation) {
        this.store = store;
        this.incarnation = incarnation;
        this.random = new SplittableRandom(seed);
        this.committed = new AtomicLong(store.image().zxid());
    }

    /** Engine, data folder, log folder, seed, incarnation. */
    public static void main(String[] args) throws StoreException {
        Store store = Stores.open(args[0], config(args[0], Path.of(args[1]), Path.of(args[2])));
        CrashChild child = new CrashChild(store, Long.parseLong(args[3]), Long.parseLong(args[4]));
        say("open");
        start(child::writeImage, child.random.split());
        start(child::writeRegisters, child.random.split());
        start(child::writeLog, child.random.split());
    }

    /** Small files, for engines that have any: there shall be many changes from one to the next. */
    static StoreConfig config(String engine, Path dataDir, Path logDir) {
        return new StoreConfig(dataDir, logDir, Map.of("lyrebird." + engine + ".log.segment", "64k"));
    }

    private interface Work {
        void run(SplittableRandom random) throws StoreException;
    }

    private static void start(Work work, SplittableRandom random) {
        new Thread(() -> {
                    try {
                        work.run(random);
                    } catch (StoreException | RuntimeException e) {
                        e.printStackTrace();
                        Runtime.getRuntime().halt(3);
                    }
                })
                .start();
    }

    private static void say(String line) {
        synchronized (System.out) {
            System.out.print(line + "\n");
            System.out.flush();
        }
    }

    private void writeLog(SplittableRandom logRandom) throws StoreException {
        TxnLog log = store.log();
        long current = incarnation;
        long zxid = Math.max(log.lastZxid(), committed.get());
        while (true) {
            int count = 1 + logRandom.nextInt(20);
            for (int i = 0; i < count; i++) {
                zxid = CrashWorld.nextZxid(zxid);
                log.append(zxid, CrashWorld.txn(zxid, current));
            }
            log.sync();
            say("S " + zxid + " " + current);
            switch (logRandom.nextInt(12)) {
                case 0 -> {
                    long cut = between(logRandom, committed.get(), zxid);
                    say("t " + cut);
                    log.truncateAfter(cut);
                    say("T " + cut);
                    zxid = Math.max(log.lastZxid(), committed.get());
                    current++;
                }
                case 1 -> {
                    long below = imageDurableZxid;
                    say("p " + below);
                    log.dropBefore(below);
                }
                default -> committed.set(Math.max(committed.get(), between(logRandom, committed.get(), zxid)));
            }
        }
    }

    /** A zxid of the sequence that is in there; both ends may be it. */
    private static long between(SplittableRandom random, long from, long to) {
        long zxid = from;
        for (int steps = random.nextInt(40); steps > 0 && zxid < to; steps--) {
            zxid = CrashWorld.nextZxid(zxid);
        }
        return zxid;
    }

    private void writeImage(SplittableRandom imageRandom) throws StoreException {
        Image image = store.image();
        CrashWorld.State state = new CrashWorld.State();
        state.advance(image.zxid(), null);
        imageDurableZxid = image.durableZxid();
        while (true) {
            long to = committed.get();
            int action = imageRandom.nextInt(30);
            if (action == 0) {
                state.advance(to, null);
                replace(image, state, imageRandom.nextInt(4) > 0);
            } else {
                ImageBatch batch = new ImageBatch();
                state.advance(to, batch);
                image.apply(batch, to);
            }
            if (action < 6) {
                image.sync();
                imageDurableZxid = image.durableZxid();
                say("I " + imageDurableZxid);
            }
        }
    }

    private static void replace(Image image, CrashWorld.State state, boolean commit) throws StoreException {
        try (ImageReplacement replacement = image.replace(state.zxid())) {
            for (Map.Entry<byte[], byte[]> entry : state.entries.entrySet()) {
                replacement.put(entry.getKey(), entry.getValue());
            }
            if (commit) {
                replacement.commit();
                return;
            }
        }
        // It was given up: what it would have brought is brought by a second one.
        replace(image, state, true);
    }

    private void writeRegisters(SplittableRandom registersRandom) throws StoreException {
        Registers registers = store.registers();
        long number = registers
                .get("a")
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .orElse(0L);
        while (true) {
            number++;
            registers.putAll(Map.of(
                    "a",
                    Bytes.of(number),
                    "b",
                    Bytes.of(number),
                    "noise",
                    Bytes.random(number, registersRandom.nextInt(500))));
            say("R " + number);
        }
    }
}
