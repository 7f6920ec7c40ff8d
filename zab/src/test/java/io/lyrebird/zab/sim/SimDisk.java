package io.lyrebird.zab.sim;

import io.lyrebird.zab.LogIndex;
import io.lyrebird.zab.Persisted;
import io.lyrebird.zab.Zxid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * A disk that does its work late, and that forgets at a crash what it has not synced. It holds a log with the image of
 * the tree at one zxid, and the two epochs; what it is asked to do with either it does in order, but the epochs may
 * overtake the log and the other way round.
 */
final class SimDisk {
    /** Something the disk was asked to do: done at once or, at a crash, not at all. */
    private record Work(Runnable doing, Runnable answer) {}

    private final Deque<Work> logWork = new ArrayDeque<>();
    private final Deque<Work> epochWork = new ArrayDeque<>();
    private final List<Entry> log = new ArrayList<>();
    private List<Entry> image = List.of();
    private long imageZxid;
    private long acceptedEpoch;
    private long currentEpoch;

    // ---- while the server is up

    void append(Entry entry, Runnable answer) {
        logWork.add(new Work(() -> log.add(entry), answer));
    }

    void truncate(long zxid, Runnable answer) {
        logWork.add(new Work(() -> log.removeIf(entry -> entry.zxid() > zxid), answer));
    }

    void saveEpochs(long accepted, long current, Runnable answer) {
        epochWork.add(new Work(
                () -> {
                    acceptedEpoch = accepted;
                    currentEpoch = current;
                },
                answer));
    }

    void replaceImage(List<Entry> tree, long zxid, Runnable answer) {
        logWork.add(new Work(
                () -> {
                    image = tree;
                    imageZxid = zxid;
                    log.removeIf(entry -> entry.zxid() <= zxid);
                    if (!log.isEmpty() && !Zxid.follows(log.get(0).zxid(), zxid)) {
                        log.clear();
                    }
                },
                answer));
    }

    /** The image follows the tree, in the background; the log may then be shortened up to it. */
    void advanceImage(List<Entry> tree, long zxid) {
        image = List.copyOf(tree);
        imageZxid = zxid;
    }

    void dropLog(long zxid) {
        log.removeIf(entry -> entry.zxid() <= zxid);
    }

    boolean isIdle() {
        return logWork.isEmpty() && epochWork.isEmpty();
    }

    /** Does and answers some of what is waiting: one sync. */
    void sync(Random random) {
        boolean epochs = logWork.isEmpty() || !epochWork.isEmpty() && random.nextBoolean();
        Deque<Work> queue = epochs ? epochWork : logWork;
        int count = 1 + random.nextInt(queue.size());
        List<Work> batch = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batch.add(queue.remove());
        }
        batch.forEach(work -> work.doing().run());
        batch.forEach(work -> work.answer().run());
    }

    List<Entry> readLog(long afterZxid, long upToZxid) {
        return log.stream()
                .filter(entry -> entry.zxid() > afterZxid && entry.zxid() <= upToZxid)
                .toList();
    }

    // ---- crash and recovery

    /** Of what was waiting some may have reached the disk, nothing of it was answered. */
    void crash(Random random) {
        crash(logWork, random);
        crash(epochWork, random);
    }

    private static void crash(Deque<Work> queue, Random random) {
        for (int survivors = random.nextInt(queue.size() + 1); survivors > 0; survivors--) {
            queue.remove().doing().run();
        }
        queue.clear();
    }

    List<Entry> image() {
        return image;
    }

    long imageZxid() {
        return imageZxid;
    }

    long acceptedEpoch() {
        return acceptedEpoch;
    }

    long currentEpoch() {
        return currentEpoch;
    }

    Persisted recover() {
        // a log that ends before the image has nothing to add to it
        log.removeIf(
                entry -> entry.zxid() <= imageZxid && log.get(log.size() - 1).zxid() < imageZxid);
        LogIndex index = LogIndex.recovered(imageZxid, log.stream().mapToLong(Entry::zxid));
        return new Persisted(index, imageZxid, acceptedEpoch, currentEpoch);
    }
}
