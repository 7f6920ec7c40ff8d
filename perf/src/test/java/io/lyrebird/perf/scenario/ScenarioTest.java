package io.lyrebird.perf.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.CreateMode;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioTest {
    @Test
    void aFileSaysEverythingOfAScenario() throws Exception {
        Scenario scenario = parse("""
                title=A title
                sets=short,full
                connections=32
                window=8
                mix=getData=90,setData=10
                tree=5000
                payload=20
                keys=zipf:0.99
                create.mode=ephemeral
                baseline=other
                targets=throughput>=5,cpu<=0.5
                baseline.targets=p99.9<=1.2
                """);
        assertEquals("A title", scenario.title());
        assertEquals(Scenario.Kind.LOAD, scenario.kind());
        assertEquals(Set.of("short", "full"), scenario.sets());
        assertEquals(32, scenario.connections());
        assertEquals(8, scenario.window());
        assertNull(scenario.rate());
        assertEquals("getData=90,setData=10", scenario.mix().toString());
        assertEquals(5000, scenario.nodes());
        assertEquals(20, scenario.payloadBytes());
        assertEquals(CreateMode.EPHEMERAL, scenario.createMode());
        assertEquals("other", scenario.baseline());
        assertEquals(
                List.of(new Target(Metric.THROUGHPUT, true, 5), new Target(Metric.CPU, false, 0.5)),
                scenario.targets());
        assertEquals(List.of(new Target(Metric.P999, false, 1.2)), scenario.baselineTargets());
    }

    @Test
    void ratesAreFixedOrRelative() throws Exception {
        assertEquals(5000, parse("rate=5000").rate().perSecond());
        Scenario.Rate relative = parse("rate=0.5 of getdata-16x32").rate();
        assertTrue(relative.isRelative());
        assertEquals(0.5, relative.fraction());
        assertEquals("getdata-16x32", relative.ofScenario());
        assertEquals(123, parse("rate=0.5 of x").at(123).rate().perSecond());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "windw=3",
                "connections=0",
                "connections=many",
                "tree=0",
                "tree=10000001",
                "payload=-1",
                "mix=getdata",
                "keys=gauss",
                "keys=zipf:0",
                "kind=lode",
                "rate=half of x",
                "rate=0.5 x",
                "targets=speed>=2",
                "targets=throughput=2",
                "create.mode=eternal"
            })
    void whatCannotBeMeantIsRefusedWithTheNameOfTheScenario(String line) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> parse(line));
        assertTrue(e.getMessage().contains("test: ") || e.getMessage().contains("out of range"), e.getMessage());
    }

    @Test
    void targetsAreMetOnTheirSide() {
        assertTrue(Target.parse("throughput>=3").isMetBy(3));
        assertFalse(Target.parse("throughput>=3").isMetBy(2.99));
        assertTrue(Target.parse("p99.9<=0.5").isMetBy(0.5));
        assertFalse(Target.parse("p99.9<=0.5").isMetBy(0.51));
        assertEquals("throughput ≥ 1.5×", Target.parse("throughput>=1.5").toString());
        assertEquals("cpu ≤ 1×", Target.parse("cpu<=1").toString());
    }

    @Test
    void theBuiltInScenariosReferToEachOther() throws Exception {
        Catalogue catalogue = Catalogue.builtIn();
        Set<String> names = new HashSet<>();
        for (Scenario scenario : catalogue.all()) {
            assertTrue(names.add(scenario.name()), scenario.name() + " is there twice");
            if (scenario.baseline() != null) {
                catalogue.find(scenario.baseline());
            }
            if (scenario.rate() != null && scenario.rate().isRelative()) {
                assertNull(catalogue.find(scenario.rate().ofScenario()).rate(), "a maximum is found in a closed loop");
            }
            assertTrue(Set.of("short", "full", "long").containsAll(scenario.sets()), scenario.name());
        }
        assertTrue(catalogue.ofSet("full").containsAll(catalogue.ofSet("short")));
        assertTrue(catalogue.ofSet("short").size() >= 8);
    }

    @Test
    void everyScenarioFileIsInTheIndex() throws Exception {
        Path folder =
                Path.of(Catalogue.class.getResource("/scenarios/index").toURI()).getParent();
        try (var files = Files.list(folder)) {
            long scenarioFiles = files.filter(file -> file.toString().endsWith(".properties"))
                    .count();
            assertEquals(scenarioFiles, Catalogue.builtIn().all().size());
        }
    }

    @Test
    void aScenarioCanBeAFileOfTheUser(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("mine.properties"), "connections=3\n");
        Scenario scenario = Catalogue.builtIn().find(file.toString());
        assertEquals("mine", scenario.name());
        assertEquals(3, scenario.connections());
        assertThrows(IllegalArgumentException.class, () -> Catalogue.builtIn().find("nothing"));
    }

    private static Scenario parse(String text) throws Exception {
        Properties properties = new Properties();
        properties.load(new StringReader(text));
        return ScenarioFile.parse("test", properties);
    }
}
