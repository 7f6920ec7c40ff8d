package io.lyrebird.perf.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one server of an ensemble is told of it.
 *
 * @param id 0 for a server that stands alone
 * @param config lines of zoo.cfg
 */
public record Membership(int id, Map<String, String> config) {
    public static final Membership ALONE = new Membership(0, Map.of());

    private static final String INIT_LIMIT_TICKS = "10";
    private static final String SYNC_LIMIT_TICKS = "5";

    /** Those of a new ensemble of so many servers, on free ports of the loopback. */
    public static List<Membership> ofEnsemble(int servers) throws IOException {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("initLimit", INIT_LIMIT_TICKS);
        config.put("syncLimit", SYNC_LIMIT_TICKS);
        for (int id = 1; id <= servers; id++) {
            config.put("server." + id, "127.0.0.1:" + ServerProcess.freePort() + ":" + ServerProcess.freePort());
        }
        List<Membership> members = new ArrayList<>();
        for (int id = 1; id <= servers; id++) {
            members.add(new Membership(id, config));
        }
        return members;
    }

    void writeId(Path dataFolder) throws IOException {
        if (id != 0) {
            Files.writeString(dataFolder.resolve("myid"), Integer.toString(id));
        }
    }
}
