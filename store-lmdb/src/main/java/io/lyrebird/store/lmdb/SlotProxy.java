package io.lyrebird.store.lmdb;

import java.util.Arrays;
import java.util.Comparator;
import jnr.ffi.Pointer;
import org.lmdbjava.BufferProxy;

/**
 * Tells lmdbjava how to pass a {@link Slot}. Its own proxies either reach into {@code java.nio.Buffer} by reflection, for
 * which the JVM has to be started with {@code --add-opens}, or allocate native memory with each call.
 */
final class SlotProxy extends BufferProxy<Slot> {
    static final SlotProxy INSTANCE = new SlotProxy();

    private static final Comparator<Slot> ORDER = (a, b) -> Arrays.compareUnsigned(a.bytes(), b.bytes());

    private SlotProxy() {}

    @Override
    protected Slot allocate() {
        return new Slot();
    }

    @Override
    protected void deallocate(Slot slot) {
        // What LMDB gives is a view of its own memory.
    }

    @Override
    protected byte[] getBytes(Slot slot) {
        return slot.bytes();
    }

    @Override
    protected Comparator<Slot> getSignedComparator() {
        return ORDER;
    }

    @Override
    protected Comparator<Slot> getUnsignedComparator() {
        return ORDER;
    }

    @Override
    protected Pointer in(Slot slot, Pointer value) {
        return in(slot, slot.length(), value);
    }

    @Override
    protected Pointer in(Slot slot, int size, Pointer value) {
        value.putLong(STRUCT_FIELD_OFFSET_SIZE, size);
        value.putAddress(STRUCT_FIELD_OFFSET_DATA, slot.address());
        return null;
    }

    @Override
    protected Slot out(Slot slot, Pointer value) {
        slot.view(value.getAddress(STRUCT_FIELD_OFFSET_DATA), value.getLong(STRUCT_FIELD_OFFSET_SIZE));
        return slot;
    }
}
