package io.lyrebird.compat.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.diff.Generator.Feature;
import io.lyrebird.compat.diff.Pair.Difference;
import io.lyrebird.compat.diff.Side.ServerSource;
import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random sequences of requests to Apache and to the server under test, whose replies, events and trees must be the same.
 *
 * <p>{@code -Ddiff.sequences=10000} runs more of them, {@code -Ddiff.seed=} others, {@code -Ddiff.first=} begins at a
 * sequence that a report has named.
 */
class DifferentialTest {
    private static final long SEED = Long.getLong("diff.seed", 20_240_607);
    private static final int FIRST = Integer.getInteger("diff.first", 0);
    private static final int SEQUENCES = Integer.getInteger("diff.sequences", 800);
    private static final int DIFFERENCES_MAX = Integer.getInteger("diff.differences", 3);

    @TempDir
    Path folder;

    /** Nothing is switched on; limits and timers are out of the way. */
    private static ServerOptions plain() {
        return ServerOptions.defaults()
                .with("lyrebird.store", "memory")
                .with("maxClientCnxns", 0)
                .withJvmFlag("-Dzookeeper.DigestAuthenticationProvider.superDigest=" + Admin.SUPER_DIGEST)
                .withJvmFlag("-Dznode.container.checkIntervalMs=100000000")
                .withJvmFlag("-Dzookeeper.forceSync=no");
    }

    private static ServerOptions options() {
        return plain().with("enforceQuota", true).with("extendedTypesEnabled", true);
    }

    private ServerSource apache(ServerOptions options) {
        return () -> new ApacheServer(Files.createTempDirectory(folder, "apache"), options);
    }

    private ServerSource underTest(ServerOptions options) {
        return () -> Servers.underTest(Files.createTempDirectory(folder, "other"), options);
    }

    private void assertSameAsApache(ServerOptions options, Generator generator, int count) throws Exception {
        Comparison comparison = new Comparison(apache(options), underTest(options), generator);
        List<Difference> differences = comparison.differences(FIRST, count, DIFFERENCES_MAX);
        String reports = differences.stream().map(Difference::toString).collect(Collectors.joining("\n"));
        assertEquals("", reports);
    }

    @Test
    void requestsAreAnsweredAsApacheAnswersThem() throws Exception {
        assertSameAsApache(options(), new Generator(SEED, Set.of(Feature.BURSTS)), SEQUENCES);
    }

    @Test
    void requestsAreAnsweredAsApacheAnswersThemWithNothingSwitchedOn() throws Exception {
        assertSameAsApache(plain(), new Generator(SEED + 1, Set.of(Feature.BURSTS)), SEQUENCES / 8);
    }

    @Test
    void requestsAreAnsweredAsApacheAnswersThemWithoutAccessListsAndInSmallFrames() throws Exception {
        ServerOptions options = options().withJvmFlag("-Dzookeeper.skipACL=yes").withJvmFlag("-Djute.maxbuffer=3000");
        assertSameAsApache(options, new Generator(SEED + 2, Set.of()), SEQUENCES / 8);
    }

    @Test
    void clientsThatMustAuthenticateAreAnsweredAsApacheAnswersThem() throws Exception {
        ServerOptions options = options()
                .withJvmFlag("-Dzookeeper.enforce.auth.enabled=true")
                .withJvmFlag("-Dzookeeper.enforce.auth.schemes=digest");
        assertSameAsApache(options, new Generator(SEED + 3, Set.of(Feature.BURSTS)), SEQUENCES / 16);
    }

    @Test
    void sessionsExpireAsTheyDoInApache() throws Exception {
        ServerOptions options = options().with("tickTime", 50).with("maxSessionTimeout", 40_000);
        assertSameAsApache(options, new Generator(SEED + 4, Set.of(Feature.BURSTS, Feature.EXPIRIES)), SEQUENCES / 16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rocksdb", "lmdb"})
    void whatWasAnsweredIsThereAfterARestartAsItIsInApache(String store) throws Exception {
        ServerOptions options = options().with("lyrebird.store", store);
        Set<Feature> features = Set.of(Feature.BURSTS, Feature.RESTARTS);
        assertSameAsApache(options, new Generator(SEED + 5, features), Math.max(1, SEQUENCES / 400));
    }

    @Test
    void aDifferenceIsFoundAndBroughtDownToTheStepsThatMatter() throws Exception {
        ServerOptions without = options().with("extendedTypesEnabled", false);
        Comparison comparison =
                new Comparison(apache(options()), apache(without), new Generator(SEED, Set.of(Feature.BURSTS)));
        List<Difference> differences = comparison.differences(0, 1000, 1);
        assertEquals(1, differences.size());
        Sequence sequence = differences.get(0).sequence();
        assertEquals(1, sequence.steps().size(), () -> differences.get(0).toString());
        assertTrue(sequence.steps().get(0).toString().contains("createTTL"), sequence::toString);
    }
}
