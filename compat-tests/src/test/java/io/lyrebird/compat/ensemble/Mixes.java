package io.lyrebird.compat.ensemble;

import java.util.stream.Stream;

/**
 * Which ensembles a test is run with: a few in every build, all with {@code -Pensembles}, others with
 * {@code -Densemble.mixes=LAA,ALL}, and only Apache's own with {@code -Densemble.only=A}: a test that they do not pass
 * among themselves says nothing.
 */
final class Mixes {
    private static final boolean ALL = Boolean.getBoolean("ensemble.all");

    private static final String OTHERS = System.getProperty("ensemble.mixes", "");
    private static final String ONLY = System.getProperty("ensemble.only", "");

    private Mixes() {}

    /** The last id leads at first, since it wins among equals. */
    static Stream<String> ofThree() {
        return chosen(ALL ? "LAA,ALA,AAL,LLA,LAL,ALL,LLL" : "AAL,LLA,LLL");
    }

    static Stream<String> chosen(String usual) {
        return Stream.of((OTHERS.isEmpty() ? usual : OTHERS).split(","))
                .map(mix -> ONLY.isEmpty() ? mix : ONLY.repeat(mix.length()))
                .distinct();
    }
}
