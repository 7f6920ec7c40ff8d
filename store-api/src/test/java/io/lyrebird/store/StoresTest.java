package io.lyrebird.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoresTest {
    private static StoreConfig with(String value) {
        return new StoreConfig(Path.of("d"), Path.of("l"), Map.of("lyrebird.x.size", value));
    }

    @Test
    void anUnknownEngineIsAnsweredWithTheListOfThoseThereAre() {
        String message = assertThrows(IllegalArgumentException.class, () -> Stores.provider("papyrus"))
                .getMessage();
        assertTrue(message.contains("papyrus") && message.contains("tutorial"), message);
    }

    @Test
    void optionsAreNumbersWithASuffix() {
        assertEquals(7, new StoreConfig(Path.of("d"), Path.of("l")).longOption("lyrebird.x.size", 7, 1, 10));
        assertEquals(1000, with("1000").longOption("lyrebird.x.size", 7, 1, 1L << 40));
        assertEquals(64 << 10, with("64k").longOption("lyrebird.x.size", 7, 1, 1L << 40));
        assertEquals(16 << 20, with(" 16M ").longOption("lyrebird.x.size", 7, 1, 1L << 40));
        assertEquals(2L << 30, with("2g").longOption("lyrebird.x.size", 7, 1, 1L << 40));
    }

    @Test
    void anOptionThatMakesNoSenseIsNamedInTheError() {
        for (String value : new String[] {"", "k", "ten", "5x", "-3", "0", "99999999999g", "1.5m"}) {
            String message = assertThrows(
                            IllegalArgumentException.class,
                            () -> with(value).longOption("lyrebird.x.size", 7, 1, 1L << 40))
                    .getMessage();
            assertTrue(message.contains("lyrebird.x.size"), message);
        }
    }
}
