package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.x.discovery.ServiceCache;
import org.apache.curator.x.discovery.ServiceDiscovery;
import org.apache.curator.x.discovery.ServiceDiscoveryBuilder;
import org.apache.curator.x.discovery.ServiceInstance;
import org.apache.curator.x.discovery.ServiceProvider;
import org.apache.curator.x.discovery.strategies.RoundRobinStrategy;
import org.junit.jupiter.api.Test;

class CuratorDiscoveryTest extends CuratorTest {
    private static final String SERVICE = "greeting";

    @Test
    void aServiceIsFoundAsLongAsItIsRegistered() throws Exception {
        ServiceInstance<String> instance = instance("one", 1_001);
        try (ServiceDiscovery<String> mine = discovery(client);
                ServiceDiscovery<String> theirs = discovery(other)) {
            mine.registerService(instance);
            assertEquals(Set.of(SERVICE), Set.copyOf(theirs.queryForNames()));
            ServiceInstance<String> found = theirs.queryForInstance(SERVICE, "one");
            assertEquals(instance, found);
            assertEquals(1_001, found.getPort());
            assertEquals("payload of one", found.getPayload());
            mine.unregisterService(instance);
            assertNull(theirs.queryForInstance(SERVICE, "one"));
        }
    }

    @Test
    void aChangeOfAServiceIsSeen() throws Exception {
        try (ServiceDiscovery<String> mine = discovery(client);
                ServiceDiscovery<String> theirs = discovery(other)) {
            mine.registerService(instance("one", 1_001));
            mine.updateService(instance("one", 2_002));
            assertEquals(2_002, theirs.queryForInstance(SERVICE, "one").getPort());
        }
    }

    @Test
    void aCacheAndAProviderFollowTheInstances() throws Exception {
        try (ServiceDiscovery<String> mine = discovery(client);
                ServiceDiscovery<String> theirs = discovery(other);
                ServiceCache<String> cache =
                        theirs.serviceCacheBuilder().name(SERVICE).build();
                ServiceProvider<String> provider = theirs.serviceProviderBuilder()
                        .serviceName(SERVICE)
                        .providerStrategy(new RoundRobinStrategy<>())
                        .build()) {
            cache.start();
            provider.start();
            mine.registerService(instance("one", 1_001));
            mine.registerService(instance("two", 1_002));
            eventually("the cache has both", () -> ids(cache).equals(Set.of("one", "two")));
            eventually("the provider has both", () -> provider.getAllInstances().size() == 2);
            Set<String> chosen = new TreeSet<>();
            for (int i = 0; i < 4; i++) {
                chosen.add(provider.getInstance().getId());
            }
            assertEquals(Set.of("one", "two"), chosen);
            mine.unregisterService(instance("one", 1_001));
            eventually("the cache has one", () -> ids(cache).equals(Set.of("two")));
        }
    }

    @Test
    void aServiceIsRegisteredAgainWhenItsSessionHasExpired() throws Exception {
        CuratorFramework doomed = newClient();
        try (ServiceDiscovery<String> mine = discovery(doomed);
                ServiceDiscovery<String> theirs = discovery(other)) {
            mine.registerService(instance("one", 1_001));
            String node = path + "/" + SERVICE + "/one";
            long owner = other.checkExists().forPath(node).getEphemeralOwner();
            expireSession(doomed);
            eventually(
                    "it is there by another session",
                    () -> other.checkExists().forPath(node) != null
                            && other.checkExists().forPath(node).getEphemeralOwner() != owner);
            assertTrue(theirs.queryForInstance(SERVICE, "one").isEnabled());
        }
    }

    private static Set<String> ids(ServiceCache<String> cache) {
        return cache.getInstances().stream().map(ServiceInstance::getId).collect(Collectors.toSet());
    }

    private static ServiceInstance<String> instance(String id, int port) throws Exception {
        return ServiceInstance.<String>builder()
                .name(SERVICE)
                .id(id)
                .address("127.0.0.1")
                .port(port)
                .payload("payload of " + id)
                .build();
    }

    private ServiceDiscovery<String> discovery(CuratorFramework framework) throws Exception {
        ServiceDiscovery<String> discovery = ServiceDiscoveryBuilder.builder(String.class)
                .client(framework)
                .basePath(path)
                .build();
        discovery.start();
        return discovery;
    }
}
