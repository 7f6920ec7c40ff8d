package io.lyrebird.store;

import java.util.Map;
import java.util.Optional;

/** A few small named values that are durable the moment they are put. Any thread may call, at any time. */
public interface Registers {
    /** The value that was put last, if any was; the array is the caller's. */
    Optional<byte[]> get(String name);

    /** Sets all of these, durably on return; a crash leaves either all of the old values or all of the new ones. */
    void putAll(Map<String, byte[]> values) throws StoreException;

    default void put(String name, byte[] value) throws StoreException {
        putAll(Map.of(name, value));
    }
}
