package io.lyrebird.server.core.sim;

import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.core.Durability;
import io.lyrebird.server.image.ImageChanges;
import io.lyrebird.server.image.ImageLoader;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.zab.Input;
import io.lyrebird.zab.LogIndex;
import io.lyrebird.zab.Persisted;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A disk that forgets what was not synced when its server crashes. */
final class SimDisk implements Durability {
    private record Work(Runnable effect, CoreInput answer) {}

    private final Deque<Work> unsynced = new ArrayDeque<>();
    private final TreeMap<Long, byte[]> log = new TreeMap<>();
    /** The image in the page cache, and as it is on the disk. */
    private TreeMap<byte[], byte[]> cachedImage = new TreeMap<>(Arrays::compareUnsigned);

    private long cachedZxid;
    private TreeMap<byte[], byte[]> image = new TreeMap<>(Arrays::compareUnsigned);
    private long imageZxid;
    private long acceptedEpoch;
    private long currentEpoch;
    private long logBaseZxid;
    private boolean installing;

    @Override
    public void append(long zxid, byte[] txn) {
        unsynced.add(new Work(
                () -> {
                    if (!log.isEmpty() && log.lastKey() >= zxid) {
                        throw new AssertionError("the log has 0x" + Long.toHexString(log.lastKey()) + " already");
                    }
                    log.put(zxid, txn);
                },
                new CoreInput.Durable(zxid)));
    }

    @Override
    public void truncate(long zxid) {
        unsynced.add(
                new Work(() -> log.tailMap(zxid, false).clear(), new CoreInput.FromZab(new Input.Truncated(zxid))));
    }

    @Override
    public void saveEpochs(long accepted, long current) {
        unsynced.add(new Work(
                () -> {
                    acceptedEpoch = accepted;
                    currentEpoch = current;
                },
                new CoreInput.EpochsDurable(accepted, current)));
    }

    @Override
    public void image(ImageChanges changes, long zxid) {
        changes.drainTo((key, value) -> {
            if (value == null) {
                cachedImage.remove(key);
            } else {
                cachedImage.put(key, value);
            }
        });
        cachedZxid = zxid;
    }

    @Override
    public void readLog(long afterZxid, long upToZxid, TxnReader reader) {
        log.subMap(afterZxid, false, upToZxid, true).forEach(reader::txn);
    }

    TreeMap<Long, byte[]> readLog(long afterZxid, long upToZxid) {
        return new TreeMap<>(log.subMap(afterZxid, false, upToZxid, true));
    }

    void install(long zxid, Tree tree, Sessions sessions, CoreInput answer) {
        installing = true;
        unsynced.add(new Work(
                () -> {
                    installing = false;
                    ImageChanges everything = new ImageChanges(tree, sessions);
                    everything.markAll();
                    cachedImage = new TreeMap<>(Arrays::compareUnsigned);
                    everything.drainTo(cachedImage::put);
                    cachedZxid = zxid;
                    syncImage();
                    if (zxid < logBaseZxid) {
                        log.clear();
                    } else {
                        log.headMap(zxid, true).clear();
                    }
                    logBaseZxid = zxid;
                },
                answer));
    }

    boolean isIdle() {
        return unsynced.isEmpty();
    }

    TreeMap<byte[], byte[]> cachedImage() {
        return new TreeMap<>(cachedImage);
    }

    private void syncImage() {
        image = new TreeMap<>(cachedImage);
        imageZxid = cachedZxid;
    }

    /** Some of the work is done, from the first on. */
    void sync(Random random, Consumer<CoreInput> answers) {
        for (int left = random.nextInt(unsynced.size() + 1); left > 0; left--) {
            Work work = unsynced.remove();
            work.effect.run();
            answers.accept(work.answer);
        }
    }

    /** The image comes up to what is applied, and the log may be cut behind it. */
    void advanceImage(boolean cutLog, Consumer<CoreInput> answers) {
        if (installing || !unsynced.isEmpty()) {
            return;
        }
        syncImage();
        if (cutLog && !log.isEmpty() && log.firstKey() <= imageZxid && imageZxid > logBaseZxid) {
            log.headMap(imageZxid, true).clear();
            logBaseZxid = imageZxid;
            answers.accept(new CoreInput.FromZab(new Input.LogDropped(imageZxid)));
        }
    }

    void crash(Random random) {
        sync(random, answer -> {});
        unsynced.clear();
        installing = false;
    }

    /** What a start finds. */
    Persisted recover(Tree tree, Sessions sessions, ImageChanges changes) {
        cachedImage = new TreeMap<>(image);
        cachedZxid = imageZxid;
        if (image.isEmpty()) {
            SystemNodes.putInto(tree);
            changes.markAll();
        } else {
            ImageLoader loader = new ImageLoader(tree, sessions);
            image.forEach(loader::entry);
            if (loader.problem() != null) {
                throw new AssertionError(loader.problem());
            }
        }
        tree.setLastZxid(imageZxid);
        LogIndex index =
                LogIndex.recovered(imageZxid, List.copyOf(log.keySet()).stream().mapToLong(Long::longValue));
        logBaseZxid = index.baseZxid();
        return new Persisted(index, imageZxid, acceptedEpoch, currentEpoch);
    }
}
