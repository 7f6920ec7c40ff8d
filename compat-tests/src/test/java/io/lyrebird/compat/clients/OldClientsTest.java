package io.lyrebird.compat.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.lyrebird.compat.support.ServerUnderTest;
import io.lyrebird.compat.support.Servers;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Clients of earlier releases, each from its own jar in a class loader of its own. */
class OldClientsTest {
    @TempDir
    static Path folder;

    private static ServerUnderTest server;

    @BeforeAll
    static void startServer() throws Exception {
        server = Servers.underTest(folder);
        server.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @TestFactory
    Stream<DynamicNode> clientsOfEarlierReleasesWork() throws Exception {
        List<DynamicNode> versions = new ArrayList<>();
        for (String version : List.of("3.3.6", "3.4.12", "3.5.10", "3.6.4")) {
            Class<?> scenario = load(version);
            Object loaded = scenario.getConstructor(String.class, String.class, Callable.class)
                    .newInstance(
                            server.connectString(), "/client-" + version, (Callable<Void>) OldClientsTest::restart);
            Map<?, ?> steps =
                    (Map<?, ?>) scenario.getMethod("steps", boolean.class).invoke(loaded, !version.startsWith("3.3."));
            versions.add(DynamicContainer.dynamicContainer(
                    version,
                    steps.entrySet().stream()
                            .map(step -> DynamicTest.dynamicTest(
                                    version + ": " + step.getKey(), () -> ((Callable<?>) step.getValue()).call()))));
        }
        return versions.stream();
    }

    private static Void restart() throws Exception {
        server.kill();
        server.start();
        return null;
    }

    /** The scenario beside the old client, and nothing else of the class path. */
    private static Class<?> load(String version) throws Exception {
        List<URL> urls = new ArrayList<>();
        urls.add(OldClientScenario.class.getProtectionDomain().getCodeSource().getLocation());
        try (Stream<Path> jars = Files.list(Path.of("target/clients", version))) {
            for (Path jar : jars.sorted().toList()) {
                urls.add(jar.toUri().toURL());
            }
        }
        // Lives as long as the threads of its clients.
        URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        Class<?> client = loader.loadClass("org.apache.zookeeper.ZooKeeper");
        assertNotEquals(org.apache.zookeeper.ZooKeeper.class, client);
        assertEquals(
                "zookeeper-" + version + ".jar",
                Path.of(client.getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toURI())
                        .getFileName()
                        .toString());
        return loader.loadClass(OldClientScenario.class.getName());
    }
}
