package io.lyrebird.store.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.store.Registers;
import io.lyrebird.store.StoreException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

abstract class RegistersContract {
    abstract Subject subject();

    @Test
    void whatWasNeverPutIsAbsent() throws StoreException {
        assertEquals(Optional.empty(), subject().store().registers().get("epoch"));
    }

    @Test
    void theLastValueCountsAndSurvives() throws StoreException {
        Registers registers = subject().store().registers();
        for (int i = 0; i < 20; i++) {
            registers.put("epoch", Bytes.of(i));
            registers.put("other", Bytes.random(i, i * 10));
        }
        registers.put("empty", new byte[0]);
        if (subject().provider().durable()) {
            registers = subject().reopen().registers();
        }
        assertArrayEquals(Bytes.of(19), registers.get("epoch").orElseThrow());
        assertArrayEquals(Bytes.random(19, 190), registers.get("other").orElseThrow());
        assertArrayEquals(new byte[0], registers.get("empty").orElseThrow());
        assertEquals(Optional.empty(), registers.get("Epoch"));
    }

    @Test
    void severalArePutAtOnceAndOthersStay() throws StoreException {
        Registers registers = subject().store().registers();
        registers.put("a", Bytes.of("1"));
        registers.putAll(Map.of("b", Bytes.of("2"), "c", Bytes.of("3")));
        registers.putAll(Map.of());
        if (subject().provider().durable()) {
            registers = subject().reopen().registers();
        }
        assertArrayEquals(Bytes.of("1"), registers.get("a").orElseThrow());
        assertArrayEquals(Bytes.of("2"), registers.get("b").orElseThrow());
        assertArrayEquals(Bytes.of("3"), registers.get("c").orElseThrow());
    }

    @Test
    void arraysAreNotShared() throws StoreException {
        Registers registers = subject().store().registers();
        byte[] mine = {1, 2, 3};
        registers.put("a", mine);
        mine[0] = 9;
        registers.get("a").orElseThrow()[1] = 9;
        assertArrayEquals(new byte[] {1, 2, 3}, registers.get("a").orElseThrow());
    }

    @Test
    void namesMayBeAnyText() throws StoreException {
        Registers registers = subject().store().registers();
        String[] names = {"a b", "ümlaut", "..", "/x/y", "", "n".repeat(2000)};
        for (String name : names) {
            registers.put(name, Bytes.of(name));
        }
        if (subject().provider().durable()) {
            registers = subject().reopen().registers();
        }
        for (String name : names) {
            assertArrayEquals(Bytes.of(name), registers.get(name).orElseThrow());
        }
    }
}
