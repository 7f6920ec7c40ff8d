package io.lyrebird.compat.ensemble;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.nio.file.Path;

/** Whose server a member of an ensemble is. */
enum Kind {
    APACHE,
    LYREBIRD;

    /** A mix is written with one letter a member, in the order of their ids: {@code AAL}. */
    static Kind of(char letter) {
        return switch (letter) {
            case 'A' -> APACHE;
            case 'L' -> LYREBIRD;
            default -> throw new IllegalArgumentException("neither A nor L: " + letter);
        };
    }

    ServerUnderTest server(Path folder, ServerOptions options) {
        return this == APACHE ? new ApacheServer(folder, options) : new LyrebirdServer(folder, options);
    }
}
