package io.lyrebird.compat.data;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.compat.support.ApacheServer;
import io.lyrebird.compat.support.Command;
import io.lyrebird.compat.support.LyrebirdServer;
import io.lyrebird.compat.support.ServerOptions;
import io.lyrebird.compat.support.ServerUnderTest;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A large tree from Apache to Lyrebird and back, compared node by node: {@code -Ddata.nodes=1000000}. Too long for every
 * build.
 */
@EnabledIfSystemProperty(named = "data.nodes", matches = "\\d+")
class MillionNodesTest {
    private static final int NODES = Integer.getInteger("data.nodes", 0);
    private static final int DATA_BYTES = 100;

    @TempDir
    private Path folder;

    @Test
    void allNodesGoThereAndBack() throws Exception {
        ServerOptions options = Moves.options()
                .withJvmFlag("-Xmx2g")
                .with("snapCount", 200_000)
                .with("fsync.warningthresholdms", 10_000);
        try (ServerUnderTest apache = new ApacheServer(folder, options);
                ServerUnderTest lyrebird = new LyrebirdServer(folder, options)) {
            apache.start();
            ZooKeeper client = Moves.connect(apache);
            ManyNodes.create(client, NODES, DATA_BYTES);
            SortedMap<String, TreeView.Node> tree = TreeView.of(client);
            assertTrue(tree.size() > NODES);
            apache.stop();
            lyrebird.start();
            Moves.awaitConnected(client);
            TreeView.assertSame(tree, TreeView.of(client));
            lyrebird.stop();
            Command check = Command.succeed("check", folder.resolve("zoo.cfg"));
            assertTrue(check.out().contains(String.format(Locale.ROOT, "%d nodes", tree.size())), check.out());
            Path back = folder.resolve("back");
            Command.succeed("export", folder.resolve("zoo.cfg"), back.resolve("data"));
            try (ServerUnderTest again = new ApacheServer(back, options)) {
                again.start();
                Moves.awaitConnected(client);
                TreeView.assertSame(tree, TreeView.of(client));
                Moves.assertReadWithoutComplaint(again);
            }
            client.close();
        }
    }
}
