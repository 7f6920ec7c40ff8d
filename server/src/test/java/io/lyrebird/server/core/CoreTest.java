package io.lyrebird.server.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.core.CoreHarness.Client;
import io.lyrebird.server.session.SessionPasswords;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.zab.ZabConfig;
import io.lyrebird.zab.Zxid;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoreTest {
    private static final int PERSISTENT = 0;
    private static final int EPHEMERAL = 1;
    private static final int CONTAINER = 4;
    private static final int TTL = 5;

    private final CoreHarness server = new CoreHarness();

    private static CreateRequest create(String path, int flags) {
        return new CreateRequest(path, new byte[0], Acl.OPEN_ACL_UNSAFE, flags);
    }

    @Test
    void nothingIsAnsweredBeforeItIsDurable() {
        Client client = new Client();
        server.connect(client, 0, 10_000, 0, new byte[16]);
        assertEquals(List.of(), client.heard);
        server.settle();
        assertEquals(List.of("connected"), client.heard);

        server.write(client, 1, OpCode.CREATE, create("/a", PERSISTENT));
        assertEquals(List.of("connected"), client.heard);
        assertNull(server.tree.find("/a"));
        server.settle();
        assertEquals(List.of("connected", "reply 1"), client.heard);
        assertNotNull(server.tree.find("/a"));
    }

    @Test
    void anActionInTurnFindsTheWritesBeforeItAndNoneBehindIt() {
        Client client = server.connect(10_000);
        List<String> seen = new ArrayList<>();
        Runnable look = () -> seen.add((server.tree.find("/a") != null) + " " + (server.tree.find("/b") != null));
        server.write(client, 1, OpCode.CREATE, create("/a", PERSISTENT));
        server.core.handle(new CoreInput.InTurn(client, client.sessionId, look));
        server.write(client, 2, OpCode.CREATE, create("/b", PERSISTENT));
        server.core.handle(new CoreInput.InTurn(client, client.sessionId, look));
        assertEquals(List.of(), seen);
        server.settle();
        assertEquals(List.of("true false", "true true"), seen);

        server.core.handle(new CoreInput.InTurn(client, client.sessionId, look));
        assertEquals(2, seen.size(), "readers must be kept out");
        server.settle();
        assertEquals(3, seen.size(), "with nothing to wait for");

        server.core.handle(new CoreInput.InTurn(new Client(), client.sessionId, look));
        server.settle();
        assertEquals(3, seen.size(), "the session is served by another connection");
    }

    @Test
    void timeoutIsClampedBetweenTwoAndTwentyTicks() {
        assertEquals(4000, server.connect(1).timeoutMs);
        assertEquals(40_000, server.connect(1_000_000).timeoutMs);
        assertEquals(12_345, server.connect(12_345).timeoutMs);
    }

    @Test
    void passwordFollowsFromTheSessionId() {
        Client client = server.connect(10_000);
        assertArrayEquals(SessionPasswords.of(client.sessionId), client.password);
    }

    @Test
    void clientThatComesBackKeepsItsSessionAndItsOldConnectionEnds() {
        Client first = server.connect(10_000);
        Client second = new Client();
        server.connect(second, 0, 10_000, first.sessionId, first.password);

        assertEquals(List.of("connected"), second.heard);
        assertEquals(first.sessionId, second.sessionId);
        assertEquals(List.of("connected", "closed"), first.heard);
    }

    @Test
    void goodbyeOfAnOldConnectionDoesNotDetachTheNewOne() {
        Client first = server.connect(4000);
        Client second = new Client();
        server.connect(second, 0, 4000, first.sessionId, first.password);
        server.core.handle(new CoreInput.Disconnected(first, first.sessionId));
        for (int i = 0; i < 10; i++) {
            server.advance(1000);
            server.core.handle(new CoreInput.Touched(new long[] {second.sessionId}));
        }
        assertEquals(List.of("connected"), second.heard);
    }

    @Test
    void wrongPasswordOrUnknownSessionIsRefused() {
        Client owner = server.connect(10_000);
        Client thief = new Client();
        server.connect(thief, 0, 10_000, owner.sessionId, new byte[16]);
        assertEquals(List.of("refused"), thief.heard);
        assertEquals(List.of("connected"), owner.heard);

        Client stranger = new Client();
        server.connect(stranger, 0, 10_000, 0x77, SessionPasswords.of(0x77));
        assertEquals(List.of("refused"), stranger.heard);
    }

    @Test
    void clientThatHasSeenMoreThanThisServerIsSentAway() {
        Client ahead = new Client();
        server.connect(ahead, Zxid.of(99, 1), 10_000, 0, new byte[16]);
        assertEquals(List.of("closed"), ahead.heard);
    }

    @Test
    void sessionThatIsSilentExpiresWithItsEphemerals() {
        Client silent = server.connect(4000);
        Client alive = server.connect(4000);
        server.write(silent, 1, OpCode.CREATE, create("/mine", EPHEMERAL));
        server.write(alive, 1, OpCode.CREATE, create("/other", EPHEMERAL));
        server.settle();
        for (int i = 0; i < 8; i++) {
            server.advance(1000);
            server.core.handle(new CoreInput.Touched(new long[] {alive.sessionId}));
        }
        assertNull(server.tree.find("/mine"));
        assertNotNull(server.tree.find("/other"));
        assertEquals(List.of("connected", "reply 1", "closed"), silent.heard);
        assertFalse(server.sessions.contains(silent.sessionId));
        Client again = new Client();
        server.connect(again, 0, 4000, silent.sessionId, silent.password);
        assertEquals(List.of("refused"), again.heard);
    }

    @Test
    void closeTakesThePendingEphemeralsWithIt() {
        Client client = server.connect(10_000);
        server.write(client, 1, OpCode.CREATE, create("/a", EPHEMERAL));
        server.write(client, 2, OpCode.CLOSE_SESSION, new CloseSessionRequest());
        server.settle();
        assertNull(server.tree.find("/a"));
        assertEquals(List.of("connected", "reply 1", "reply 2", "closed"), client.heard);
    }

    @Test
    void syncWaitsForTheWritesBeforeItAndForNothingElse() {
        Client client = server.connect(10_000);
        server.core.handle(new CoreInput.Sync(client, client.sessionId, 1, "/"));
        server.settle();
        assertEquals(List.of("connected", "reply 1"), client.heard);

        server.write(client, 2, OpCode.CREATE, create("/a", PERSISTENT));
        server.core.handle(new CoreInput.Sync(client, client.sessionId, 3, "/"));
        assertEquals(List.of("connected", "reply 1"), client.heard);
        server.settle();
        assertEquals(List.of("connected", "reply 1", "reply 2", "reply 3"), client.heard);
    }

    @Test
    void errorsAreAnsweredInOrderWithTheRest() {
        Client client = server.connect(10_000);
        server.write(client, 1, OpCode.CREATE, create("/a", PERSISTENT));
        server.write(client, 2, OpCode.CREATE, create("/a", PERSISTENT));
        server.write(client, 3, OpCode.SET_DATA, new SetDataRequest("/a", new byte[1], 7));
        server.write(client, 4, OpCode.SET_DATA, new SetDataRequest("/a", new byte[1], 0));
        server.settle();
        assertEquals(
                List.of("connected", "reply 1", "reply 2 error -110", "reply 3 error -103", "reply 4"), client.heard);
    }

    @Test
    void zxidCounterThatRunsOutLosesNoRequest() {
        CoreHarness shortEpochs =
                new CoreHarness(ZabConfig.standAlone(1).withCounterMax(10), new OutlivedNodesLimits(60_000, 6, 0));
        Client client = shortEpochs.connect(10_000);
        List<String> expected = new ArrayList<>(List.of("connected"));
        for (int i = 1; i <= 100; i++) {
            shortEpochs.write(client, i, OpCode.CREATE, create("/n" + i, PERSISTENT));
            expected.add("reply " + i);
            if (i % 7 == 0) {
                shortEpochs.settle();
            }
        }
        shortEpochs.settle();
        assertEquals(expected, client.heard);
        assertTrue(Zxid.epoch(shortEpochs.tree.lastZxid()) > 5);
        assertEquals(100, shortEpochs.tree.root().childrenCreated());
    }

    @Test
    void syncDoesNotPassAWriteThatWaitsForTheNextEpoch() {
        CoreHarness shortEpochs =
                new CoreHarness(ZabConfig.standAlone(1).withCounterMax(2), new OutlivedNodesLimits(60_000, 6, 0));
        Client client = shortEpochs.connect(10_000);
        shortEpochs.write(client, 1, OpCode.CREATE, create("/a", PERSISTENT));
        shortEpochs.write(client, 2, OpCode.CREATE, create("/b", PERSISTENT));
        shortEpochs.core.handle(new CoreInput.Sync(client, client.sessionId, 3, "/"));
        assertEquals(List.of("connected"), client.heard);
        shortEpochs.settle();
        assertEquals(List.of("connected", "reply 1", "reply 2", "reply 3"), client.heard);
    }

    @Test
    void emptyContainerGoesAndOneThatNeverHadAChildStays() {
        Client client = server.connect(10_000);
        server.write(client, 1, OpCode.CREATE_CONTAINER, create("/used", CONTAINER));
        server.write(client, 2, OpCode.CREATE_CONTAINER, create("/unused", CONTAINER));
        server.write(client, 3, OpCode.CREATE, create("/used/child", PERSISTENT));
        server.write(client, 4, OpCode.DELETE, new DeleteRequest("/used/child", -1));
        server.settle();
        server.advance(61_000);
        assertNull(server.tree.find("/used"));
        assertNotNull(server.tree.find("/unused"));
    }

    @Test
    void ttlNodeGoesWhenItsTimeHasComeUnlessItHasChildren() {
        Client client = server.connect(10_000);
        CreateTtlRequest shortLife = new CreateTtlRequest("/short", new byte[0], Acl.OPEN_ACL_UNSAFE, TTL, 1000);
        CreateTtlRequest parent = new CreateTtlRequest("/parent", new byte[0], Acl.OPEN_ACL_UNSAFE, TTL, 1000);
        CreateTtlRequest longLife = new CreateTtlRequest("/long", new byte[0], Acl.OPEN_ACL_UNSAFE, TTL, 1_000_000);
        server.write(client, 1, OpCode.CREATE_TTL, shortLife);
        server.write(client, 2, OpCode.CREATE_TTL, parent);
        server.write(client, 3, OpCode.CREATE, create("/parent/child", PERSISTENT));
        server.write(client, 4, OpCode.CREATE_TTL, longLife);
        server.settle();
        server.advance(61_000);
        assertNull(server.tree.find("/short"));
        assertNotNull(server.tree.find("/parent"));
        assertNotNull(server.tree.find("/long"));
    }
}
