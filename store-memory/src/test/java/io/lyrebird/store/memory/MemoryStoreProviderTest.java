package io.lyrebird.store.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.store.StoreProvider;
import io.lyrebird.store.Stores;
import org.junit.jupiter.api.Test;

class MemoryStoreProviderTest {
    @Test
    void isFoundByItsNameAndSaysThatItKeepsNothing() {
        StoreProvider provider = Stores.provider("memory");
        assertInstanceOf(MemoryStoreProvider.class, provider);
        assertFalse(provider.durable());
    }

    @Test
    void anUnknownNameIsAnsweredWithTheListOfEngines() {
        String message = assertThrows(IllegalArgumentException.class, () -> Stores.provider("paper"))
                .getMessage();
        assertTrue(message.contains("\"paper\"") && message.contains("memory"), message);
    }
}
