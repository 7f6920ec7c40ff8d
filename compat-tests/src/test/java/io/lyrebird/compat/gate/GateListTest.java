package io.lyrebird.compat.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateListTest {
    @ParameterizedTest
    @ValueSource(strings = {"standalone", "ensemble", "observer"})
    void everyTestThatApachePassesIsListedOnce(String scope) {
        Set<String> expected = GateList.upstream().stream()
                .filter(upstream -> upstream.scope().equals(scope))
                .map(upstream -> upstream.test().toString())
                .collect(Collectors.toCollection(TreeSet::new));
        List<GateList.Entry> entries = GateList.entries(scope);
        Set<String> listed =
                entries.stream().map(entry -> entry.test().toString()).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, listed);
        assertEquals(listed.size(), entries.size(), "listed twice");
    }

    @ParameterizedTest
    @ValueSource(strings = {"standalone", "ensemble", "observer"})
    void whatIsNotRunOrRacesHasAReasonAndWhatIsRunHasNone(String scope) {
        List<GateList.Entry> wrong = GateList.entries(scope).stream()
                .filter(entry ->
                        (entry.run() && !entry.races()) != entry.reason().isBlank())
                .toList();
        assertEquals(List.of(), wrong);
    }
}
