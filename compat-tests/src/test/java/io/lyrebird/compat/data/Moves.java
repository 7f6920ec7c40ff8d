package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.Clients;
import io.lyrebird.compat.support.FreePorts;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooKeeper;

/** What it takes to move a client, and data, from one server to another. */
final class Moves {
    private static final int SESSION_TIMEOUT_MS = 30_000;
    private static final Duration RECONNECT_LIMIT = Duration.ofSeconds(30);

    private static final List<String> COMPLAINTS =
            List.of("Digests are not matching", "digest mismatch", "CRC corruption", " ERROR ");

    private Moves() {}

    /** For both servers: the same port, TTL nodes, and a user who may do everything. */
    static ServerOptions options() {
        return ServerOptions.defaults()
                .with("clientPort", FreePorts.next())
                .with("extendedTypesEnabled", "true")
                .with("DigestAuthenticationProvider.superDigest", Contents.SUPER_DIGEST);
    }

    /** A session of the user who may do everything. */
    static ZooKeeper connect(ServerUnderTest server) throws IOException, InterruptedException {
        ZooKeeper client = Clients.connect(server.connectString(), SESSION_TIMEOUT_MS);
        client.addAuthInfo("digest", Contents.bytes(Contents.SUPER_PASSWORD));
        return client;
    }

    static void awaitConnected(ZooKeeper client) throws Exception {
        Await.until(
                "the client is connected again",
                RECONNECT_LIMIT,
                () -> client.getState().isConnected());
    }

    /** Apache goes on when a checksum or a digest is wrong, but says so. */
    static void assertReadWithoutComplaint(ServerUnderTest apache) throws IOException {
        for (String line : Files.readAllLines(apache.logFile())) {
            boolean complains = COMPLAINTS.stream().anyMatch(line::contains);
            // A four letter word that comes while the server starts; it has nothing to do with the data.
            assertFalse(complains && !line.contains("Error closing a command socket"), line);
        }
    }

    /** Name, size and time of each file in version-2 of a server's data folder. */
    static SortedMap<String, String> apacheFiles(Path serverFolder) throws IOException {
        SortedMap<String, String> found = new TreeMap<>();
        try (Stream<Path> files = Files.list(serverFolder.resolve("data/version-2"))) {
            for (Path file : files.toList()) {
                found.put(file.toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return found;
    }
}
