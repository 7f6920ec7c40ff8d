package io.lyrebird.perf.machine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a reader has to know of the machine to judge the numbers. */
public final class Machine {
    private static final Pattern MODEL = Pattern.compile("(?m)^model name\\s*:\\s*(.*)$");
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s+(\\d+) kB");
    private static final int SYNC_COUNT = 101;
    private static final int SYNC_BYTES = 1024;

    private Machine() {}

    /** Facts in the order of a report. */
    public static Map<String, String> describe(Path dataFolder) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Processor", first(MODEL, "/proc/cpuinfo", "unknown"));
        facts.put("Cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        String memoryKb = first(MEMORY, "/proc/meminfo", "0");
        facts.put("Memory", String.format(Locale.ROOT, "%.1f GB", Long.parseLong(memoryKb) / 1024.0 / 1024.0));
        facts.put("System", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        FileStore store = Files.getFileStore(dataFolder);
        facts.put("Data folder", store.type() + " on " + store.name());
        facts.put(
                "Sync of 1 kB to it",
                String.format(Locale.ROOT, "%.2f ms (median of %d)", medianSyncMs(dataFolder), SYNC_COUNT));
        return facts;
    }

    /** How long it takes here to make a little data durable: the floor of every write that waits for it. */
    static double medianSyncMs(Path folder) throws IOException {
        Path file = Files.createTempFile(folder, "sync", ".tmp");
        long[] nanos = new long[SYNC_COUNT];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < SYNC_COUNT; i++) {
                channel.write(ByteBuffer.allocate(SYNC_BYTES));
                long start = System.nanoTime();
                channel.force(false);
                nanos[i] = System.nanoTime() - start;
            }
        } finally {
            Files.delete(file);
        }
        Arrays.sort(nanos);
        return nanos[SYNC_COUNT / 2] / 1e6;
    }

    private static String first(Pattern pattern, String file, String otherwise) {
        try {
            Matcher matcher = pattern.matcher(Files.readString(Path.of(file)));
            return matcher.find() ? matcher.group(1).trim() : otherwise;
        } catch (IOException e) {
            return otherwise;
        }
    }
}
