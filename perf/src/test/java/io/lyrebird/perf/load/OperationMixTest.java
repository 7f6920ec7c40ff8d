package io.lyrebird.perf.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OperationMixTest {
    @Test
    void operationsComeAsOftenAsTheirShareSays() {
        OperationMix mix = OperationMix.parse("getData=70, exists=20,setData=10");
        Map<Operation, Integer> counts = new EnumMap<>(Operation.class);
        Random64 random = new Random64(5);
        for (int i = 0; i < 100_000; i++) {
            counts.merge(mix.next(random), 1, Integer::sum);
        }
        assertEquals(70_000, counts.get(Operation.GET_DATA), 1000);
        assertEquals(20_000, counts.get(Operation.EXISTS), 1000);
        assertEquals(10_000, counts.get(Operation.SET_DATA), 1000);
        assertEquals(3, counts.size());
    }

    @Test
    void aSingleOperationNeedsNoShare() {
        OperationMix mix = OperationMix.parse("create");
        assertEquals(Operation.CREATE, mix.next(new Random64(1)));
        assertEquals(List.of(Operation.CREATE), mix.operations());
        assertTrue(mix.creates());
    }

    @Test
    void aMixIsWrittenAsItIsRead() {
        assertEquals(
                "getData=90,setData=10",
                OperationMix.parse("getData=90,setData=10").toString());
        assertEquals("getData", OperationMix.of(Operation.GET_DATA).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "getdata", "getData=0", "getData=-1", "getData=x", "getData=1,getData=2"})
    void whatIsNoMixIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> OperationMix.parse(text));
    }
}
