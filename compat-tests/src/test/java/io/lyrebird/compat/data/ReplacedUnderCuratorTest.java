package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Await;
import io.lyrebird.compat.support.Command;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A stand-alone Apache server is replaced in place, and later put back, while a Curator application works on: it sees two
 * reconnections, and loses neither its session nor a node.
 */
class ReplacedUnderCuratorTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ITEMS_PER_SERVER = 100;

    private final ServerOptions options = Moves.options();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rocksdb", "lmdb"})
    void theApplicationSeesReconnectionsAndNothingElse(String engine) throws Exception {
        Path back = folder.resolve("back");
        try (ServerUnderTest apache = new ApacheServer(folder, options);
                ServerUnderTest lyrebird = new LyrebirdServer(folder, options.with("lyrebird.store", engine));
                ServerUnderTest apacheAgain = new ApacheServer(back, options)) {
            apache.start();
            try (CuratorApplication application = new CuratorApplication(apache.connectString())) {
                application.start();
                Stat registration = application.registration();
                long sessionId = application.sessionId();
                awaitItems(application);

                apache.stop();
                lyrebird.start();
                awaitItems(application);
                assertNotNull(application.registration());
                assertEquals(registration.getCzxid(), application.registration().getCzxid());
                assertEquals(sessionId, application.sessionId());

                lyrebird.stop();
                Command.succeed("export", folder.resolve("zoo.cfg"), back.resolve("data"));
                apacheAgain.start();
                awaitItems(application);
                application.stopWorking();
                assertEquals(registration.getCzxid(), application.registration().getCzxid());
                assertEquals(sessionId, application.sessionId());
                assertFalse(
                        application.states().contains(ConnectionState.LOST),
                        application.states().toString());
                assertEquals(
                        2,
                        application.states().stream()
                                .filter(state -> state == ConnectionState.RECONNECTED)
                                .count());
                application.assertNothingIsLost();
                Moves.assertReadWithoutComplaint(apacheAgain);
            }
        }
    }

    /** It works on: more is acknowledged, and its cache sees it. */
    private static void awaitItems(CuratorApplication application) throws Exception {
        int wanted = application.acknowledged() + ITEMS_PER_SERVER;
        Await.until("items", LIMIT, () -> application.acknowledged() >= wanted);
        Await.until("the cache follows", LIMIT, () -> application.cached() >= wanted);
        assertTrue(application.cached() >= wanted);
    }
}
