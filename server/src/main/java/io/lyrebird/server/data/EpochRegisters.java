package io.lyrebird.server.data;

import io.lyrebird.store.Registers;
import io.lyrebird.store.StoreException;
import java.nio.ByteBuffer;
import java.util.Map;

/** The two epochs that Zab must remember, as registers of the engine. */
public final class EpochRegisters {
    private static final String ACCEPTED = "acceptedEpoch";
    private static final String CURRENT = "currentEpoch";

    private EpochRegisters() {}

    public static long accepted(Registers registers) {
        return read(registers, ACCEPTED);
    }

    public static long current(Registers registers) {
        return read(registers, CURRENT);
    }

    /** Both at once: a crash never leaves an accepted epoch below the current one. */
    public static void save(Registers registers, long acceptedEpoch, long currentEpoch) throws StoreException {
        registers.putAll(Map.of(ACCEPTED, bytes(acceptedEpoch), CURRENT, bytes(currentEpoch)));
    }

    private static long read(Registers registers, String name) {
        return registers
                .get(name)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .orElse(0L);
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
