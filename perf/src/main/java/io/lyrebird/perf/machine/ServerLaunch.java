package io.lyrebird.perf.machine;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a server is started: a command that takes the path of a zoo.cfg, its environment, and lines of that file.
 *
 * @param version as a report names it
 * @param settings what a report says of the settings
 * @param files what lies in the folder it is started in, by name
 */
public record ServerLaunch(
        String name,
        String version,
        String settings,
        List<String> command,
        Map<String, String> environment,
        Map<String, String> config,
        Map<String, String> files) {
    private static final String LOGGING = "apache-logback.xml";

    /** What both kinds of servers are given, so that they differ in nothing but themselves. */
    private static Map<String, String> commonConfig() {
        Map<String, String> config = new LinkedHashMap<>();
        config.put("tickTime", "2000");
        config.put("maxClientCnxns", "0");
        config.put("admin.enableServer", "false");
        config.put("4lw.commands.whitelist", "*");
        config.put("forceSync", "yes");
        return config;
    }

    /** Apache's published server out of a folder of jars. */
    public static ServerLaunch apache(Path lib, int heapMb, List<String> jvmFlags) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(lib)) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        String version = jars.stream()
                .map(jar -> jar.getFileName().toString())
                .filter(name -> name.matches("zookeeper-\\d.*\\.jar"))
                .map(name -> name.substring("zookeeper-".length(), name.length() - ".jar".length()))
                .findFirst()
                .orElseThrow(() -> new IOException("there is no zookeeper-VERSION.jar in " + lib));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What its own zkServer.sh gives the JVM, but for JMX and the reaction to a full heap.
        command.add("-Xmx" + heapMb + "m");
        command.add("-Dlogback.configurationFile=" + LOGGING);
        command.addAll(jvmFlags);
        command.add("-cp");
        command.add(jars.stream()
                .map(jar -> jar.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
        command.add("org.apache.zookeeper.server.quorum.QuorumPeerMain");
        return new ServerLaunch(
                "apache",
                "Apache ZooKeeper " + version,
                settings(heapMb, jvmFlags),
                command,
                Map.of(),
                commonConfig(),
                Map.of(LOGGING, resource("/" + LOGGING)));
    }

    /** Lyrebird out of its packaged tree, as its own launcher starts it. */
    public static ServerLaunch lyrebird(Path home, String store, int heapMb, List<String> jvmFlags) throws IOException {
        Path launcher = home.resolve("bin").resolve("lyrebird");
        if (!Files.isExecutable(launcher)) {
            throw new IOException("there is no " + launcher);
        }
        Map<String, String> config = commonConfig();
        config.put("lyrebird.store", store);
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("ZK_SERVER_HEAP", Integer.toString(heapMb));
        environment.put("SERVER_JVMFLAGS", String.join(" ", jvmFlags));
        environment.put("JVMFLAGS", "");
        return new ServerLaunch(
                "lyrebird-" + store,
                "Lyrebird, " + store,
                settings(heapMb, jvmFlags),
                List.of(launcher.toAbsolutePath().toString(), "server"),
                environment,
                config,
                Map.of());
    }

    /** The same under another name, so that it can be told from what it is compared with. */
    public ServerLaunch named(String otherName, String otherVersion) {
        return new ServerLaunch(otherName, otherVersion, settings, command, environment, config, files);
    }

    /** With more lines of zoo.cfg, or other values for the ones that are there. */
    public ServerLaunch with(Map<String, String> moreConfig) {
        if (moreConfig.isEmpty()) {
            return this;
        }
        Map<String, String> changed = new LinkedHashMap<>(config);
        changed.putAll(moreConfig);
        StringBuilder described = new StringBuilder(settings);
        moreConfig.forEach(
                (key, value) -> described.append(", ").append(key).append('=').append(value));
        return new ServerLaunch(name, version, described.toString(), command, environment, changed, files);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ServerLaunch.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String settings(int heapMb, List<String> jvmFlags) {
        return "heap " + heapMb + " MB, forceSync=yes" + (jvmFlags.isEmpty() ? "" : ", " + String.join(" ", jvmFlags));
    }
}
