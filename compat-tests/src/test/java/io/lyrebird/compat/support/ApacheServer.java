package io.lyrebird.compat.support;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A genuine Apache ZooKeeper of the version this project compares itself with. */
public final class ApacheServer extends ServerProcess {
    private static final List<String> JARS = List.of(
            "zookeeper-3",
            "zookeeper-jute-",
            "netty-",
            "slf4j-api-",
            "logback-",
            "jetty-",
            "javax.servlet-api-",
            "jackson-",
            "metrics-core-",
            "snappy-java-",
            "commons-io-",
            "commons-cli-",
            "audience-annotations-",
            "jline-");

    public static final String MAIN_CLASS = "org.apache.zookeeper.server.quorum.QuorumPeerMain";

    public ApacheServer(Path folder) {
        this(folder, ServerOptions.defaults());
    }

    public ApacheServer(Path folder, ServerOptions options) {
        super(folder, options);
    }

    @Override
    public String name() {
        return "apache";
    }

    @Override
    List<String> command(List<String> jvmFlags) {
        List<String> command = new ArrayList<>(List.of(Jvm.java()));
        command.addAll(jvmFlags);
        command.add("-Dlogback.configurationFile=" + logConfig());
        command.addAll(List.of("-cp", classPath(), MAIN_CLASS));
        return command;
    }

    @Override
    Map<String, String> environment(List<String> jvmFlags) {
        return Map.of();
    }

    /** The jars that Apache's own distribution has in lib: what the server and zkCli need, and no test classes. */
    public static String classPath() {
        return Arrays.stream(Jvm.classPath().split(File.pathSeparator))
                .filter(ApacheServer::isApaches)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** For the system property logback.configurationFile. */
    public static Path logConfig() {
        return Path.of("target/test-classes/apache-server-logback.xml").toAbsolutePath();
    }

    private static boolean isApaches(String path) {
        String file = new File(path).getName();
        return file.endsWith(".jar")
                && !file.endsWith("-tests.jar")
                && JARS.stream().anyMatch(file::startsWith);
    }
}
