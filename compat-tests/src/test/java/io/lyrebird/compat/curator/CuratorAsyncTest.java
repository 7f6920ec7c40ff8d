package io.lyrebird.compat.curator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.curator.x.async.AsyncCuratorFramework;
import org.apache.curator.x.async.AsyncStage;
import org.apache.curator.x.async.AsyncWrappers;
import org.apache.curator.x.async.api.CreateOption;
import org.apache.curator.x.async.migrations.Migration;
import org.apache.curator.x.async.migrations.MigrationManager;
import org.apache.curator.x.async.migrations.MigrationSet;
import org.apache.curator.x.async.modeled.JacksonModelSerializer;
import org.apache.curator.x.async.modeled.ModelSpec;
import org.apache.curator.x.async.modeled.ModeledFramework;
import org.apache.curator.x.async.modeled.ZPath;
import org.apache.curator.x.async.modeled.cached.CachedModeledFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;

class CuratorAsyncTest extends CuratorTest {
    @Test
    void operationsCompleteInStages() throws Exception {
        AsyncCuratorFramework async = AsyncCuratorFramework.wrap(client);
        CompletionStage<Stat> changed = async.create()
                .withOptions(Set.of(CreateOption.createParentsIfNeeded))
                .forPath(path + "/node", bytes("one"))
                .thenCompose(node -> async.setData().forPath(node, bytes("two")));
        assertEquals(1, done(changed).getVersion());
        assertEquals("two", text(done(async.getData().forPath(path + "/node"))));
        assertEquals(List.of("node"), done(async.getChildren().forPath(path)));
        done(async.delete().forPath(path + "/node"));
        ExecutionException error = assertThrows(
                ExecutionException.class, () -> done(async.getData().forPath(path + "/node")));
        assertInstanceOf(KeeperException.NoNodeException.class, error.getCause());
    }

    @Test
    void optionsOfCreateAreHonoured() throws Exception {
        AsyncCuratorFramework async = AsyncCuratorFramework.wrap(client);
        String node = path + "/node";
        Set<CreateOption> orSet =
                Set.of(CreateOption.createParentsAsContainers, CreateOption.setDataIfExists, CreateOption.compress);
        done(async.create().withOptions(orSet).forPath(node, bytes("one")));
        done(async.create().withOptions(orSet).forPath(node, bytes("two")));
        assertEquals("two", text(client.getData().decompressed().forPath(node)));
        String named = done(async.create()
                .withOptions(Set.of(CreateOption.doProtected), CreateMode.EPHEMERAL_SEQUENTIAL)
                .forPath(path + "/n-"));
        assertNotEquals(0, other.checkExists().forPath(named).getEphemeralOwner());
        String ttl = done(async.create()
                .withOptions(Set.of(), CreateMode.PERSISTENT_WITH_TTL, ZooDefs.Ids.OPEN_ACL_UNSAFE, new Stat(), 500)
                .forPath(path + "/ttl"));
        eventually("its time is over", () -> other.checkExists().forPath(ttl) == null);
        done(async.delete().forPath(node));
        done(async.delete().forPath(named));
        eventually(
                "a container goes when it has become empty",
                () -> other.checkExists().forPath(path) == null);
    }

    @Test
    void aWatchIsAStageOfItsOwn() throws Exception {
        client.create().forPath(path, bytes("one"));
        AsyncStage<byte[]> read =
                AsyncCuratorFramework.wrap(client).watched().getData().forPath(path);
        assertEquals("one", text(done(read)));
        other.setData().forPath(path, bytes("two"));
        WatchedEvent event = done(read.event());
        assertEquals(EventType.NodeDataChanged, event.getType());
        assertEquals(path, event.getPath());
    }

    @Test
    void aTransactionIsDoneAsAWhole() throws Exception {
        AsyncCuratorFramework async = AsyncCuratorFramework.wrap(client);
        CuratorOp create = async.transactionOp().create().forPath(path, bytes("one"));
        CuratorOp set = async.transactionOp().setData().withVersion(0).forPath(path, bytes("two"));
        CuratorOp check = async.transactionOp().check().withVersion(1).forPath(path);
        List<CuratorTransactionResult> results = done(async.transaction().forOperations(List.of(create, set, check)));
        assertEquals(
                List.of(0, 0, 0),
                results.stream().map(CuratorTransactionResult::getError).toList());
        CuratorOp delete = async.transactionOp().delete().forPath(path);
        ExecutionException error = assertThrows(
                ExecutionException.class,
                () -> done(async.transaction().forOperations(List.of(delete, create, create))));
        assertInstanceOf(KeeperException.NodeExistsException.class, error.getCause());
        assertEquals("two", text(client.getData().forPath(path)));
    }

    @Test
    void wrappersEnsureAndListInStages() throws Exception {
        AsyncCuratorFramework async = AsyncCuratorFramework.wrap(client);
        done(AsyncWrappers.asyncEnsureContainers(async, path + "/a/b"));
        client.create().forPath(path + "/a/b/leaf");
        assertEquals(
                Set.of(path + "/a/b/leaf"),
                done(AsyncWrappers.childrenWithData(async, path + "/a/b")).keySet());
    }

    @Test
    void modelsAreWrittenReadAndCached() throws Exception {
        ModelSpec<Person> spec = ModelSpec.builder(ZPath.parse(path), JacksonModelSerializer.build(Person.class))
                .build();
        ModeledFramework<Person> people = ModeledFramework.wrap(AsyncCuratorFramework.wrap(client), spec);
        try (CachedModeledFramework<Person> cached =
                ModeledFramework.wrap(AsyncCuratorFramework.wrap(other), spec).cached()) {
            cached.start();
            done(people.child("ada").set(new Person("Ada", 36)));
            done(people.child("alan").set(new Person("Alan", 41)));
            assertEquals(new Person("Ada", 36), done(people.child("ada").read()));
            eventually("the cache has both", () -> names(cached).equals(Set.of("Ada", "Alan")));
            done(people.child("ada").update(new Person("Ada Lovelace", 36)));
            eventually("the cache follows", () -> names(cached).equals(Set.of("Ada Lovelace", "Alan")));
            done(people.child("alan").delete());
            eventually("the cache forgets", () -> names(cached).equals(Set.of("Ada Lovelace")));
        }
    }

    @Test
    void migrationsAreAppliedOnce() throws Exception {
        BlockingQueue<String> applied = new LinkedBlockingQueue<>();
        AsyncCuratorFramework async = AsyncCuratorFramework.wrap(client);
        Migration first = () -> {
            applied.add("first");
            return List.of(
                    async.transactionOp().create().forPath(path),
                    async.transactionOp().create().forPath(path + "/one"));
        };
        Migration second = () -> {
            applied.add("second");
            return List.of(async.transactionOp().create().forPath(path + "/two"));
        };
        MigrationManager manager =
                new MigrationManager(async, path + "-lock", path + "-meta", ForkJoinPool.commonPool(), LIMIT);
        done(manager.migrate(MigrationSet.build("set", List.of(first))));
        done(manager.migrate(MigrationSet.build("set", List.of(first, second))));
        assertEquals(Set.of("one", "two"), new TreeSet<>(other.getChildren().forPath(path)));
        assertEquals(List.of("first", "first", "second"), List.copyOf(applied), "compared once, applied once");
        assertEquals(2, other.getChildren().forPath(path + "-meta/set").size());
    }

    record Person(
            @JsonProperty("name") String name,
            @JsonProperty("age") int age) {}

    private static Set<String> names(CachedModeledFramework<Person> cached) throws Exception {
        return done(cached.list()).stream().map(Person::name).collect(Collectors.toSet());
    }

    private static <T> T done(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
