package io.lyrebird.perf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.perf.bench.Results;
import io.lyrebird.perf.bench.Round;
import io.lyrebird.perf.bench.Timing;
import io.lyrebird.perf.load.LoadResult;
import io.lyrebird.perf.load.Operation;
import io.lyrebird.perf.scenario.Metric;
import io.lyrebird.perf.scenario.Scenario;
import io.lyrebird.perf.scenario.ScenarioFile;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final String NASTY = "lyre<bird> & \"co\"";

    private final Results results = new Results();
    private final Map<String, String> servers = new LinkedHashMap<>();
    private Scenario get;
    private Scenario big;

    @BeforeEach
    void twoServersAndTwoScenarios() throws Exception {
        get = scenario("get", "title=getData & more\ntargets=throughput>=3,cpu<=0.3");
        big = scenario("big", "title=A big tree\nbaseline=get\nbaseline.targets=throughput>=0.85");
        servers.put("apache", "Apache ZooKeeper 3.9.5 (heap 1000 MB)");
        servers.put(NASTY, "Lyrebird, rocksdb (heap 1000 MB)");
        for (int number = 1; number <= 3; number++) {
            add("get", "apache", number, 1000 + number, 10);
            add("get", NASTY, number, 12_000 + number, 4);
            add("big", "apache", number, 500, 10);
            add("big", NASTY, number, 11_000, 4);
        }
    }

    @Test
    void thePageTellsMediansRatiosAndWhetherTargetsWereMet() {
        String page = page();
        assertContains(page, "1,002 /s");
        assertContains(page, "12,002 /s");
        assertContains(page, "<b class=\"ratio better\">12.0×</b>");
        assertContains(page, "<span class=\"met\">✓ ≥ 3.00×</span>");
        assertContains(page, "<span class=\"missed\">✗ ≤ 0.30×</span>");
        assertContains(page, "throughput to get");
        assertContains(page, "<td class=\"num\">0.50×</td><td class=\"num\">0.92×</td>");
        assertContains(page, "2 of 3</b><strong>targets met");
    }

    @Test
    void thePageTellsHowItWasMeasured() {
        String page = page();
        assertContains(page, "lyrebird perf compare --short");
        assertContains(page, "Lyrebird beside Apache ZooKeeper 3.9.5</h1>");
        assertContains(page, "<dt>Cores</dt><dd>2</dd>");
        assertContains(page, "3 for each server in turn, each 6 s of warm-up (the first 10 s) and 12 s measured");
    }

    @Test
    void thePageNeedsNothingButItself() {
        String page = page();
        for (String outside : List.of("http://", "https://", "src=", "@import", "url(", "<link")) {
            assertFalse(page.contains(outside), "the page has " + outside);
        }
    }

    @Test
    void namesCannotBreakThePage() {
        String page = page();
        assertFalse(page.contains(NASTY));
        assertContains(page, "lyre&lt;bird&gt; &amp; &quot;co&quot;");
        assertContains(page, "getData &amp; more");
    }

    @Test
    void everyDrawingIsWellFormed() throws Exception {
        Matcher drawings = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(page());
        int count = 0;
        while (drawings.find()) {
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(drawings.group().getBytes(StandardCharsets.UTF_8)));
            count++;
        }
        // Two kinds of bars and three curves (all, getData, setData) to each scenario.
        assertEquals(2 * (2 + 3), count);
    }

    @Test
    void curvesRiseFromTheLeftToTheRight() {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 100_000; i++) {
            histogram.recordValue(i * 1000L);
        }
        String svg = new PercentileChart(Map.of("a", histogram), List.of("a")).svg();
        Matcher points = Pattern.compile("data-points=\"([^\"]*)\"").matcher(svg);
        assertTrue(points.find());
        double nines = -1;
        double micros = 0;
        for (String point : points.group(1).split(" ")) {
            String[] pair = point.split(",");
            assertTrue(Double.parseDouble(pair[0]) >= nines && Double.parseDouble(pair[1]) >= micros, point);
            nines = Double.parseDouble(pair[0]);
            micros = Double.parseDouble(pair[1]);
        }
        assertEquals(5, nines, 0.001);
        assertEquals(100_000, micros, 100);
        assertContains(svg, ">99.999%</text>");
        assertContains(svg, ">100 ms</text>");
    }

    @Test
    void aBusyMachineIsToldOf() {
        assertFalse(page().contains("not quiet"));
        results.add(new Round("get", "apache", 4, Map.of(Metric.OTHER_CORES, 0.7), Map.of(), List.of()));
        assertContains(page(), "In 1 of 13 rounds");
        assertContains(page(), "used up to 0.70 cores");
    }

    @Test
    void oneServerAloneHasNoRatios() {
        servers.remove(NASTY);
        String page = page();
        assertContains(page, "Load on Apache ZooKeeper 3.9.5</h1>");
        assertFalse(page.contains("class=\"ratio "));
        assertFalse(page.contains("Target"));
    }

    @Test
    void theSummaryNamesWhatWasNotMet() {
        String summary = TextSummary.of(data());
        assertContains(summary, "| getData & more | throughput | 1,002 /s | 12,002 /s | 12.0× |");
        assertContains(summary, "not met by " + NASTY + ": getData & more, cpu ≤ 0.3×: 0.40×");
    }

    @Test
    void theRecordTellsHowToRepeatIt() {
        String record = TextSummary.record(data());
        assertContains(record, "    lyrebird perf compare --short\n");
        assertContains(record, "- Cores: 2\n");
        assertContains(record, "- apache: Apache ZooKeeper 3.9.5 (heap 1000 MB)\n");
        assertContains(record, "| getData & more | throughput |");
    }

    @Test
    void csvHasALinePerRound() {
        List<String> lines = Csv.of(results).lines().toList();
        assertEquals(13, lines.size());
        assertTrue(lines.get(0).startsWith("scenario,server,round,throughput requests/s,p50 µs,"), lines.get(0));
        assertTrue(lines.get(1).startsWith("get,apache,1,1001.000,"), lines.get(1));
        assertTrue(lines.get(2).startsWith("get,\"lyre<bird> & \"\"co\"\"\",1,"), lines.get(2));
    }

    @Test
    void histogramFilesCanBeReadBack(@TempDir Path folder) throws Exception {
        Results two = new Results();
        two.add(round("get", "apache", 1, 1000, 10));
        two.add(round("get", "127.0.0.1:2181", 1, 1000, 10));
        HistogramFiles.write(two, folder);
        String percentiles = Files.readString(folder.resolve("get.apache.getData.hgrm"));
        assertContains(percentiles, "Value     Percentile TotalCount 1/(1-Percentile)");
        HistogramLogReader reader = new HistogramLogReader(
                folder.resolve("get.127.0.0.1_2181.r1.hlog").toFile());
        EncodableHistogram first = reader.nextIntervalHistogram();
        assertEquals("getData", first.getTag());
        assertEquals(5_000, first.getStartTimeStamp());
        assertEquals(2, ((Histogram) first).getTotalCount());
        reader.close();
    }

    @Test
    void numbersAreShort() {
        assertEquals("1,234,567", Html.number(1_234_567.4));
        assertEquals("12.3", Html.number(12.34));
        assertEquals("1.23", Html.number(1.234));
        assertEquals("850 µs", Html.micros(850));
        assertEquals("1.25 ms", Html.micros(1250));
        assertEquals("2.50 s", Html.micros(2_500_000));
        assertEquals("0.0021×", Html.ratio(0.0021));
        assertEquals("0.042×", Html.ratio(0.042));
        assertEquals("15.7×", Html.ratio(15.71));
    }

    private String page() {
        return HtmlReport.of(data());
    }

    private ReportData data() {
        return new ReportData(
                "2026-01-01 12:00",
                "lyrebird perf compare --short",
                servers,
                Map.of("Cores", "2"),
                new Timing(3, 10, 6, 12),
                List.of(get, big),
                results);
    }

    private void add(String scenario, String server, int number, double throughput, double cpu) {
        results.add(round(scenario, server, number, throughput, cpu));
    }

    private static Round round(String scenario, String server, int number, double throughput, double cpu) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(50_000);
        histogram.recordValue(2_000_000);
        Map<Operation, Histogram> histograms = Map.of(Operation.GET_DATA, histogram, Operation.SET_DATA, histogram);
        return new Round(
                scenario,
                server,
                number,
                Map.of(Metric.THROUGHPUT, throughput, Metric.CPU, cpu),
                histograms,
                List.of(new LoadResult.Interval(5_000, 6_000, Map.of(Operation.GET_DATA, histogram))));
    }

    private static Scenario scenario(String name, String text) throws Exception {
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        return ScenarioFile.parse(name, properties);
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), () -> "no '" + part + "' in\n" + text);
    }
}
