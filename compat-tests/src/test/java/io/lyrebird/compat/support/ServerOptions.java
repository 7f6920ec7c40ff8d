package io.lyrebird.compat.support;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a test changes of a server's usual configuration: lines of zoo.cfg, and options of the server's JVM. */
public record ServerOptions(Map<String, String> config, List<String> jvmFlags) {
    public ServerOptions {
        config = Map.copyOf(config);
        jvmFlags = List.copyOf(jvmFlags);
    }

    public static ServerOptions defaults() {
        return new ServerOptions(Map.of(), List.of());
    }

    public ServerOptions with(String key, Object value) {
        Map<String, String> changed = new LinkedHashMap<>(config);
        changed.put(key, value.toString());
        return new ServerOptions(changed, jvmFlags);
    }

    /** One option without blanks, for example {@code -Dzookeeper.skipACL=yes}. */
    public ServerOptions withJvmFlag(String flag) {
        List<String> changed = new ArrayList<>(jvmFlags);
        changed.add(flag);
        return new ServerOptions(config, changed);
    }
}
