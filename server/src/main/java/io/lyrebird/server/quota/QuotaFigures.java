package io.lyrebird.server.quota;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The content of a limits or a stats node: named numbers, as in {@code count=4,bytes=5=;countHardLimit=10}. Count and bytes
 * always come first, and the second equals sign behind the bytes hides what follows from parsers of 3.4.
 */
final class QuotaFigures {
    static final long UNSET = -1;

    private static final String COUNT = "count";
    private static final String BYTES = "bytes";
    private static final String COUNT_HARD_LIMIT = "countHardLimit";
    private static final String BYTE_HARD_LIMIT = "byteHardLimit";

    private final SortedMap<String, Long> values = new TreeMap<>();

    static QuotaFigures of(long count, long bytes) {
        QuotaFigures figures = new QuotaFigures();
        figures.values.put(COUNT, count);
        figures.values.put(BYTES, bytes);
        return figures;
    }

    /** Null if the data cannot be read as figures. */
    static QuotaFigures parse(byte[] data) {
        if (data == null) {
            return null;
        }
        QuotaFigures figures = new QuotaFigures();
        String text = new String(data, StandardCharsets.UTF_8);
        int start = 0;
        while (start < text.length()) {
            int end = skip(text, start, false);
            if (!figures.add(text.substring(start, end))) {
                return null;
            }
            start = skip(text, end, true);
        }
        return figures;
    }

    /** The first position from here on that is no separator, or that is one. */
    private static int skip(String text, int from, boolean separators) {
        int at = from;
        while (at < text.length() && isSeparator(text.charAt(at)) == separators) {
            at++;
        }
        return at;
    }

    private static boolean isSeparator(char c) {
        return c == ',' || c == ';';
    }

    private boolean add(String keyAndValue) {
        String[] parts = keyAndValue.split("=");
        if (parts.length < 2) {
            return false;
        }
        try {
            values.put(parts[0], parts[1].isEmpty() ? UNSET : Long.parseLong(parts[1]));
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    long count() {
        return value(COUNT);
    }

    long bytes() {
        return value(BYTES);
    }

    long countHardLimit() {
        return value(COUNT_HARD_LIMIT);
    }

    long byteHardLimit() {
        return value(BYTE_HARD_LIMIT);
    }

    private long value(String key) {
        return values.getOrDefault(key, UNSET);
    }

    void add(long countDiff, long bytesDiff) {
        values.put(COUNT, count() + countDiff);
        values.put(BYTES, bytes() + bytesDiff);
    }

    byte[] toBytes() {
        return toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(COUNT).append('=').append(count());
        text.append(',').append(BYTES).append('=').append(bytes());
        boolean first = true;
        for (Map.Entry<String, Long> figure : values.entrySet()) {
            if (!figure.getKey().equals(COUNT) && !figure.getKey().equals(BYTES)) {
                text.append(first ? "=;" : ";");
                text.append(figure.getKey()).append('=').append(figure.getValue());
                first = false;
            }
        }
        return text.toString();
    }
}
