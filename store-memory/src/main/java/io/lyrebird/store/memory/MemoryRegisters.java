package io.lyrebird.store.memory;

import io.lyrebird.store.Registers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

final class MemoryRegisters implements Registers {
    private final Map<String, byte[]> values = new HashMap<>();

    @Override
    public synchronized Optional<byte[]> get(String name) {
        return Optional.ofNullable(values.get(name)).map(byte[]::clone);
    }

    @Override
    public synchronized void putAll(Map<String, byte[]> newValues) {
        newValues.forEach((name, value) -> values.put(name, value.clone()));
    }
}
