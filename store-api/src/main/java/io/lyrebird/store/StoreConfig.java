package io.lyrebird.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/**
 * Where an engine keeps its files, and how it is tuned. Both folders belong to the engine alone: the server has chosen a
 * sub-folder of its own data directories (say {@code dataDir/lyrebird-rocksdb}), and the engine creates it when it is
 * missing. They may be one and the same folder, so the names of an engine's files must not collide across its parts.
 *
 * @param dataDir holds the image and the registers
 * @param logDir holds the log; it may be on another device
 * @param options what the configuration says under {@code lyrebird.<engine>.}, with the full key. An engine ignores keys
 *     of other engines, and rejects values it cannot understand
 */
public record StoreConfig(Path dataDir, Path logDir, Map<String, String> options) {
    public StoreConfig {
        Objects.requireNonNull(dataDir, "dataDir");
        Objects.requireNonNull(logDir, "logDir");
        options = Map.copyOf(options);
    }

    public StoreConfig(Path dataDir, Path logDir) {
        this(dataDir, logDir, Map.of());
    }

    /** Everything in one folder, every option at its default. */
    public static StoreConfig in(Path folder) {
        return new StoreConfig(folder, folder);
    }

    /** The number under this key, which may be written with a suffix k, m or g (powers of 1024). */
    public long longOption(String key, long defaultValue, long min, long max) {
        String text = options.get(key);
        if (text == null) {
            return defaultValue;
        }
        long value = parse(key, text.trim().toLowerCase(java.util.Locale.ROOT));
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    key + "=" + text + " is out of bounds: it must be between " + min + " and " + max);
        }
        return value;
    }

    private static long parse(String key, String text) {
        int shift = switch (text.isEmpty() ? ' ' : text.charAt(text.length() - 1)) {
            case 'k' -> 10;
            case 'm' -> 20;
            case 'g' -> 30;
            default -> 0;
        };
        String digits = shift == 0 ? text : text.substring(0, text.length() - 1);
        try {
            return Math.multiplyExact(Long.parseLong(digits), 1L << shift);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(key + "=" + text + " is not a number, e.g. 1000, 64k, 16m or 2g", e);
        }
    }
}
