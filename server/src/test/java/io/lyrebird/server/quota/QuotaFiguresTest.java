package io.lyrebird.server.quota;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaFiguresTest {
    private static QuotaFigures parse(String text) {
        return QuotaFigures.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "count=4,bytes=5|count=4,bytes=5",
                "bytes=5;count=4|count=4,bytes=5",
                "count=4,bytes=5=;countHardLimit=10;byteHardLimit=7|count=4,bytes=5=;byteHardLimit=7;countHardLimit=10",
                "count=4|count=4,bytes=-1",
                "count==4|count=-1,bytes=-1",
                "''|count=-1,bytes=-1",
                "count=4,,;bytes=5,|count=4,bytes=5",
                "more=1,count=4|count=4,bytes=-1=;more=1",
            })
    void figuresAreReadAndWrittenAsApacheDoes(String text, String written) {
        assertEquals(written, parse(text).toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"count", "count=", "count=x", ",count=4", "count=4,bytes", "count=9999999999999999999"})
    void whatApacheCannotReadIsNull(String text) {
        assertNull(parse(text));
    }

    @Test
    void noDataIsUnreadable() {
        assertNull(QuotaFigures.parse(null));
    }

    @Test
    void missingFiguresAreMinusOne() {
        QuotaFigures figures = parse("byteHardLimit=7");
        assertEquals(-1, figures.count());
        assertEquals(-1, figures.bytes());
        assertEquals(-1, figures.countHardLimit());
        assertEquals(7, figures.byteHardLimit());
        figures.add(1, 10);
        assertEquals("count=0,bytes=9=;byteHardLimit=7", figures.toString());
    }
}
