package io.lyrebird.perf.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.perf.load.Operation;
import io.lyrebird.perf.scenario.Metric;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private final Results results = new Results();

    @Test
    void theMedianIsTheMiddleOfTheRounds() {
        assertEquals(2, Results.median(new double[] {3, 1, 2}));
        assertEquals(2.5, Results.median(new double[] {4, 1, 2, 3}));
        assertEquals(7, Results.median(new double[] {7}));
    }

    @Test
    void ratiosAreOfMedians() {
        add("get", "a", 1, 100);
        add("get", "b", 1, 1200);
        add("get", "a", 2, 1);
        add("get", "b", 2, 800);
        add("get", "a", 3, 200);
        add("get", "b", 3, 1000);
        add("get-big", "b", 1, 900);
        assertEquals(10, results.ratio("get", "b", "a", Metric.THROUGHPUT).orElseThrow());
        assertEquals(
                0.9,
                results.ratioToBaseline("get-big", "get", "b", Metric.THROUGHPUT)
                        .orElseThrow());
        assertTrue(results.ratio("get", "b", "a", Metric.CPU).isEmpty());
        assertTrue(results.ratio("get-big", "b", "a", Metric.THROUGHPUT).isEmpty());
        assertTrue(results.ratio("none", "b", "a", Metric.THROUGHPUT).isEmpty());
    }

    @Test
    void histogramsOfAllRoundsAreAdded() {
        add("get", "a", 1, 100);
        add("get", "a", 2, 300);
        Histogram sum = results.histograms("get", "a").get(Operation.GET_DATA);
        assertEquals(2, sum.getTotalCount());
        assertEquals(100, sum.getMinValue());
        assertEquals(300, sum.getMaxValue());
    }

    private void add(String scenario, String server, int number, long throughput) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(throughput);
        results.add(new Round(
                scenario,
                server,
                number,
                Map.of(Metric.THROUGHPUT, (double) throughput),
                Map.of(Operation.GET_DATA, histogram),
                List.of()));
    }
}
