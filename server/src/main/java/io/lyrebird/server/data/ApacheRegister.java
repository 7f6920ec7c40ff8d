package io.lyrebird.server.data;

import io.lyrebird.store.Registers;
import io.lyrebird.store.StoreException;
import java.nio.ByteBuffer;

/** Up to which zxid the files of an Apache server were taken over, as a register of the engine. */
public final class ApacheRegister {
    private static final String NAME = "apacheZxid";

    private ApacheRegister() {}

    /** 0 if nothing was taken over. */
    public static long takenOverZxid(Registers registers) {
        return registers
                .get(NAME)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .orElse(0L);
    }

    public static void save(Registers registers, long zxid) throws StoreException {
        registers.put(NAME, ByteBuffer.allocate(Long.BYTES).putLong(zxid).array());
    }
}
