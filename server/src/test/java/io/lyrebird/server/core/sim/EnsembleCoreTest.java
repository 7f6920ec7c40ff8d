package io.lyrebird.server.core.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.session.SessionPasswords;
import io.lyrebird.server.tree.SystemNodes;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.zab.Role;
import io.lyrebird.zab.Zxid;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What clients see of an ensemble of three, and of an observer, one behaviour at a time. */
class EnsembleCoreTest {
    private static final int EPHEMERAL = 1;
    private static final byte[] DATA = {1};

    private SimWorld world;
    private SimMember leader;
    private SimMember follower;
    private SimMember otherFollower;
    private SimMember observer;

    @BeforeEach
    void startEnsemble() {
        start(new SimWorld(7, 3, 1, Zxid.of(1, 0) - 2));
    }

    private void start(SimWorld newWorld) {
        world = newWorld;
        world.members.forEach(SimMember::start);
        await(() -> world.members.stream().allMatch(SimMember::isServing));
        List<SimMember> followers = new ArrayList<>();
        for (SimMember member : world.members) {
            switch (member.role()) {
                case LEADING -> leader = member;
                case FOLLOWING -> followers.add(member);
                default -> observer = member;
            }
        }
        follower = followers.get(0);
        otherFollower = followers.get(1);
    }

    private void await(BooleanSupplier condition) {
        world.run(world.nowMs() + 20_000, condition);
        assertTrue(condition.getAsBoolean(), "it did not come to that");
    }

    private void await(SimPort port, String word) {
        world.run(world.nowMs() + 20_000, () -> port.heard.contains(word));
        assertTrue(port.heard.contains(word), "the client has heard " + port.heard + " and not " + word);
    }

    private SimPort connect(SimMember server) {
        SimPort port = new SimPort(server).connect();
        await(() -> port.sessionId != 0);
        return port;
    }

    private SimPort resume(SimMember server, SimPort before) {
        return new SimPort(server).connect(before.sessionId, before.password);
    }

    @Test
    void writesAtEachServerAreAnsweredThereWithTheirErrors() {
        for (SimMember server : world.members) {
            String path = "/at" + server.id();
            SimPort client = connect(server);
            client.write(1, OpCode.CREATE, SimClient.create(path, 0));
            client.write(2, OpCode.CREATE, SimClient.create(path, 0));
            client.write(3, OpCode.SET_DATA, new SetDataRequest(path, DATA, 5));
            client.write(4, OpCode.SET_DATA, new SetDataRequest(path, DATA, 0));
            await(() -> client.heard.size() == 5);
            assertEquals(
                    List.of("connected", "reply 1", "reply 2 error -110", "reply 3 error -103", "reply 4"),
                    client.heard);
            assertNotNull(server.tree().find(path), "the reply comes when the server has applied it");
        }
    }

    @Test
    void sessionIdsCarryTheServerThatGaveThem() {
        assertEquals(follower.id(), connect(follower).sessionId >>> 56);
        assertEquals(observer.id(), connect(observer).sessionId >>> 56);
    }

    @Test
    void multiThatCannotBeReadIsRefusedInItsTurn() {
        SimPort client = connect(follower);
        client.write(1, OpCode.CREATE, SimClient.create("/a", 0));
        client.write(2, OpCode.MULTI, null);
        client.write(3, OpCode.CREATE, SimClient.create("/b", 0));
        await(() -> client.heard.size() == 4);
        assertEquals(List.of("connected", "reply 1", "reply 2 error -5", "reply 3"), client.heard);
    }

    @Test
    void multiTravelsToTheLeaderAsItCame() {
        SimPort client = connect(observer);
        MultiRequest multi = MultiRequest.decode(Unpooled.wrappedBuffer(encodedMulti()));
        client.write(1, OpCode.MULTI, multi);
        await(() -> client.heard.size() == 2);
        assertEquals(List.of("connected", "reply 1"), client.heard);
        assertNotNull(observer.tree().find("/multi"));
    }

    private static byte[] encodedMulti() {
        var out = Unpooled.buffer();
        out.writeInt(OpCode.CREATE).writeBoolean(false).writeInt(-1);
        SimClient.create("/multi", 0).encode(out);
        out.writeInt(-1).writeBoolean(true).writeInt(-1);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }

    @Test
    void syncIsAnsweredBetweenTheWritesAroundIt() {
        for (SimMember server : world.members) {
            SimPort client = connect(server);
            List<String> expected = new ArrayList<>(List.of("connected"));
            for (int xid = 1; xid <= 60; xid++) {
                if (xid % 3 == 0) {
                    client.sync(xid);
                } else {
                    client.write(xid, OpCode.CREATE, SimClient.create("/s" + server.id() + "-" + xid, 0));
                }
                expected.add("reply " + xid);
            }
            await(() -> client.heard.size() == expected.size());
            assertEquals(expected, client.heard);
        }
    }

    @Test
    void sessionOfAFollowersClientLivesAsLongAsTheFollowerHearsOfIt() {
        SimPort alive = connect(follower);
        SimPort silent = connect(follower);
        silent.write(1, OpCode.CREATE, SimClient.create("/silent", EPHEMERAL));
        await(() -> leader.tree().find("/silent") != null);
        for (int i = 0; i < 20; i++) {
            alive.touch();
            world.run(300);
        }
        assertEquals(List.of("connected"), alive.heard);
        assertEquals(List.of("connected", "reply 1", "closed"), silent.heard);
        for (SimMember member : world.members) {
            assertTrue(member.sessions().contains(alive.sessionId));
            assertFalse(member.sessions().contains(silent.sessionId));
            assertNull(member.tree().find("/silent"));
        }
    }

    @Test
    void clientKeepsItsSessionWhenItMovesToAnyServer() {
        SimPort client = connect(follower);
        client.write(1, OpCode.CREATE, SimClient.create("/mine", EPHEMERAL));
        await(client, "reply 1");
        long sessionId = client.sessionId;
        for (SimMember next : List.of(otherFollower, leader, observer, follower)) {
            SimPort moved = resume(next, client);
            await(() -> !moved.heard.isEmpty());
            assertEquals(List.of("connected"), moved.heard);
            assertEquals(sessionId, moved.sessionId);
            moved.write(2, OpCode.SET_DATA, new SetDataRequest("/mine", DATA, -1));
            await(moved, "reply 2");
        }
    }

    @Test
    void wrongPasswordOrUnknownSessionIsRefusedByAFollower() {
        SimPort owner = connect(leader);
        SimPort thief = new SimPort(follower).connect(owner.sessionId, new byte[16]);
        SimPort stranger = new SimPort(follower).connect(0x77, SessionPasswords.of(0x77));
        await(() -> !thief.heard.isEmpty() && !stranger.heard.isEmpty());
        assertEquals(List.of("refused"), thief.heard);
        assertEquals(List.of("refused"), stranger.heard);
        assertEquals(List.of("connected"), owner.heard);
    }

    @Test
    void whatComesFromTheOldConnectionAfterTheClientMovedIsNotDone() {
        SimPort old = connect(follower);
        SimPort moved = resume(otherFollower, old);
        await(moved, "connected");
        old.write(1, OpCode.CREATE, SimClient.create("/late", 0));
        await(old, "closed");
        assertEquals(List.of("connected", "closed"), old.heard);
        assertNull(leader.tree().find("/late"));
        moved.write(2, OpCode.CREATE, SimClient.create("/now", 0));
        await(moved, "reply 2");
    }

    @Test
    void connectionAtTheLeaderEndsWhenItsClientMovesToAFollower() {
        SimPort old = connect(leader);
        SimPort moved = resume(follower, old);
        await(moved, "connected");
        assertEquals(List.of("connected", "closed"), old.heard);
    }

    @Test
    void closeAtAFollowerEndsTheSessionEverywhere() {
        SimPort client = connect(follower);
        client.write(1, OpCode.CREATE, SimClient.create("/mine", EPHEMERAL));
        client.write(2, OpCode.CLOSE_SESSION, new CloseSessionRequest());
        await(client, "closed");
        assertEquals(List.of("connected", "reply 1", "reply 2", "closed"), client.heard);
        await(() -> world.members.stream().noneMatch(m -> m.sessions().contains(client.sessionId)));
        world.members.forEach(member -> assertNull(member.tree().find("/mine")));
    }

    @Test
    void serversThatLoseTheirLeaderCloseTheirClientsAndServeThemAgainLater() {
        SimPort client = connect(follower);
        leader.crash();
        await(client, "closed");
        SimPort tooEarly = new SimPort(follower).connect();
        world.run(5);
        assertEquals(follower.isServing() ? 0 : 1, tooEarly.heard.size());
        await(() -> follower.isServing() && otherFollower.isServing());
        SimPort again = resume(follower, client);
        await(() -> !again.heard.isEmpty());
        assertEquals(List.of("connected"), again.heard);
    }

    @Test
    void newLeaderGivesEverySessionItsWholeTimeoutAgain() {
        SimPort client = connect(follower);
        world.run(1500);
        leader.crash();
        await(client, "closed");
        await(() -> follower.role() == Role.LEADING || otherFollower.role() == Role.LEADING);
        world.run(1500);
        SimPort again = resume(follower, client);
        await(() -> !again.heard.isEmpty());
        assertEquals(List.of("connected"), again.heard);
    }

    @Test
    void leaderThatDoesNotServeTakesNoClients() {
        start(new SimWorld(7, 3, 1, Zxid.of(1, 0) - 2).leaderDoesNotServe());
        SimPort turnedAway = new SimPort(leader).connect();
        await(() -> !turnedAway.heard.isEmpty());
        assertEquals(List.of("closed"), turnedAway.heard);
        assertEquals(List.of("connected"), connect(follower).heard);
    }

    @Test
    void everyServerShowsTheMembersItIsConfiguredWith() {
        for (SimMember member : world.members) {
            byte[] data = member.tree().find(SystemNodes.CONFIG).data();
            assertEquals("members", new String(data, StandardCharsets.UTF_8));
        }
    }

    @Test
    void serverThatComesBackFarBehindIsSentASnapshotAndAnotherTheMissingTxns() {
        start(new SimWorld(7, 3, 1, Zxid.of(1, 0) - 2).logsAreKept());
        SimPort client = connect(leader);
        otherFollower.crash();
        for (int xid = 1; xid <= 200; xid++) {
            client.write(xid, OpCode.CREATE, SimClient.create("/n" + xid, 0));
        }
        await(client, "reply 200");
        world.run(1000);
        observer.crash();
        client.write(201, OpCode.CREATE, SimClient.create("/n201", 0));
        await(client, "reply 201");
        otherFollower.start();
        observer.start();
        await(() -> otherFollower.isServing() && observer.isServing());
        assertEquals(1, otherFollower.installs());
        assertEquals(0, observer.installs());
        for (SimMember member : world.members) {
            assertEquals(leader.tree().digest(), member.tree().digest());
            assertEquals(leader.sessions().timeouts(), member.sessions().timeouts());
        }
    }
}
