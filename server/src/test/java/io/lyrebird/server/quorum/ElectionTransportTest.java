package io.lyrebird.server.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.server.config.EnsembleConfig.Member;
import io.lyrebird.zab.Input;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ElectionTransportTest {
    private final List<Member> members = TestPeer.members(1, 2, 3);
    private final EnsembleConfig one = TestPeer.ensemble(1, members);
    private final EnsembleConfig two = TestPeer.ensemble(2, members);

    ElectionTransportTest() throws IOException {}

    private static void awaitVote(TestPeer peer, long from, long round) throws Exception {
        peer.await(Input.Notified.class, vote -> {
            assertEquals(from, vote.fromServerId());
            assertTrue(vote.notification().round() <= round);
            return vote.notification().round() == round;
        });
    }

    @Test
    void votesArriveWhoeverSpeaksFirst() throws Exception {
        try (TestPeer lower = TestPeer.start(one);
                TestPeer higher = TestPeer.start(two)) {
            lower.transport.sendVote(2, TestPeer.vote(7));
            assertEquals(new Input.Notified(1, TestPeer.vote(7)), higher.next(Input.Notified.class));
            higher.transport.sendVote(1, TestPeer.vote(8));
            assertEquals(new Input.Notified(2, TestPeer.vote(8)), lower.next(Input.Notified.class));
            lower.transport.sendVote(2, TestPeer.vote(9));
            awaitVote(higher, 1, 9);
        }
    }

    @Test
    void onlyTheNewestVoteWaitsForAServerThatIsNotThere() throws Exception {
        try (TestPeer higher = TestPeer.start(two)) {
            for (int round = 1; round <= 50; round++) {
                higher.transport.sendVote(1, TestPeer.vote(round));
            }
            try (TestPeer lower = TestPeer.start(one)) {
                assertEquals(new Input.Notified(2, TestPeer.vote(50)), lower.next(Input.Notified.class));
            }
        }
    }

    @Test
    void aServerThatIsStartedAgainIsToldTheLastVote() throws Exception {
        try (TestPeer higher = TestPeer.start(two)) {
            higher.transport.sendVote(1, TestPeer.vote(1));
            try (TestPeer lower = TestPeer.start(one)) {
                awaitVote(lower, 2, 1);
            }
            try (TestPeer again = TestPeer.start(one)) {
                again.transport.sendVote(2, TestPeer.vote(5));
                awaitVote(higher, 1, 5);
                awaitVote(again, 2, 1);
                higher.transport.sendVote(1, TestPeer.vote(6));
                awaitVote(again, 2, 6);
            }
        }
    }

    @Test
    void serversThatConnectToEachOtherAtTheSameTimeEndUpWithOneConnection() throws Exception {
        for (int attempt = 0; attempt < 10; attempt++) {
            try (TestPeer lower = TestPeer.start(one);
                    TestPeer higher = TestPeer.start(two)) {
                for (int round = 1; round <= 100; round++) {
                    lower.transport.sendVote(2, TestPeer.vote(round));
                    higher.transport.sendVote(1, TestPeer.vote(round));
                }
                awaitVote(lower, 2, 100);
                awaitVote(higher, 1, 100);
                lower.transport.sendVote(2, TestPeer.vote(101));
                higher.transport.sendVote(1, TestPeer.vote(101));
                awaitVote(lower, 2, 101);
                awaitVote(higher, 1, 101);
            }
        }
    }

    @Test
    void theHigherIdKeepsTheConnectionAndTheLowerOneIsCalledBack() throws Exception {
        try (TestPeer server = TestPeer.start(two);
                ServerSocket electionPort = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                Socket poke =
                        new Socket("127.0.0.1", TestPeer.electionAddress(two).getPort())) {
            String address = "127.0.0.1:" + electionPort.getLocalPort();
            hello(poke, ElectionHello.ONE_ADDRESS, 1, address);
            assertEquals(-1, poke.getInputStream().read());
            try (Socket call = electionPort.accept()) {
                DataInputStream in = new DataInputStream(call.getInputStream());
                assertEquals(-65536, in.readLong());
                assertEquals(2, in.readLong());
                String its = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
                assertEquals(two.self().electionAddresses().get(0).toString(), its);
                server.transport.sendVote(1, TestPeer.vote(3));
                assertTrue(in.readInt() > 40);
            }
        }
    }

    @Test
    void aServerThatIsNotInTheConfigurationIsAnswered() throws Exception {
        try (TestPeer server = TestPeer.start(two);
                Socket observer =
                        new Socket("127.0.0.1", TestPeer.electionAddress(two).getPort())) {
            hello(observer, ElectionHello.MANY_ADDRESSES, 77, "10.0.0.1:3888|[fe80::1]:3888|0.0.0.0:3888");
            vote(observer);
            assertEquals(77, server.next(Input.Notified.class).fromServerId());
            server.transport.sendVote(77, TestPeer.vote(3));
            assertTrue(new DataInputStream(observer.getInputStream()).readInt() > 40);
        }
    }

    @Test
    void theBareIdOfAnOldServerIsUnderstood() throws Exception {
        try (TestPeer server = TestPeer.start(two);
                Socket old =
                        new Socket("127.0.0.1", TestPeer.electionAddress(two).getPort())) {
            new DataOutputStream(old.getOutputStream()).writeLong(3);
            vote(old);
            Input.Notified vote = server.next(Input.Notified.class);
            assertEquals(3, vote.fromServerId());
            assertEquals(0, vote.notification().version());
        }
    }

    @Test
    void aNewConnectionTakesThePlaceOfTheOldOne() throws Exception {
        try (TestPeer server = TestPeer.start(two);
                Socket first =
                        new Socket("127.0.0.1", TestPeer.electionAddress(two).getPort())) {
            hello(first, ElectionHello.ONE_ADDRESS, 3, "127.0.0.1:1");
            vote(first);
            server.next(Input.Notified.class);
            try (Socket second =
                    new Socket("127.0.0.1", TestPeer.electionAddress(two).getPort())) {
                hello(second, ElectionHello.ONE_ADDRESS, 3, "127.0.0.1:1");
                assertEquals(-1, first.getInputStream().read());
                server.transport.sendVote(3, TestPeer.vote(3));
                assertTrue(new DataInputStream(second.getInputStream()).readInt() > 40);
            }
        }
    }

    @Test
    void whicheverOfSeveralAddressesAnswersIsUsed() throws Exception {
        Member real = members.get(0);
        Member several = new Member(
                1,
                true,
                real.quorumAddresses(),
                List.of(
                        new Address("no.such.host.invalid", 1),
                        new Address("127.0.0.1", 1),
                        real.electionAddresses().get(0)),
                Optional.empty());
        EnsembleConfig seen = TestPeer.ensemble(2, List.of(several, members.get(1)));
        try (TestPeer lower = TestPeer.start(one);
                TestPeer higher = TestPeer.start(seen)) {
            higher.transport.sendVote(1, TestPeer.vote(4));
            awaitVote(lower, 2, 4);
        }
    }

    /** ZOOKEEPER-2184. */
    @Test
    void aServerThatHasMovedIsFoundWhereItsNameSays() throws Exception {
        AtomicReference<String> home = new AtomicReference<>("127.0.0.1");
        PeerSockets.Names names = host -> InetAddress.getAllByName(host.equals("one.test") ? home.get() : host);
        EnsembleConfig seen = TestPeer.ensemble(2, List.of(at("one.test"), members.get(1)));
        try (TestPeer higher = TestPeer.start(seen, names)) {
            higher.transport.sendVote(1, TestPeer.vote(4));
            try (TestPeer before = TestPeer.start(TestPeer.ensemble(1, List.of(at("127.0.0.1"), members.get(1))))) {
                awaitVote(before, 2, 4);
                higher.transport.connect(1);
                higher.next(Input.LeaderConnected.class);
            }
            higher.next(Input.Disconnected.class);
            home.set("127.0.0.2");
            higher.transport.sendVote(1, TestPeer.vote(5));
            try (TestPeer after = TestPeer.start(TestPeer.ensemble(1, List.of(at("127.0.0.2"), members.get(1))))) {
                awaitVote(after, 2, 5);
                higher.transport.connect(1);
                higher.next(Input.LeaderConnected.class);
            }
        }
    }

    /** Server 1, on another host. */
    private Member at(String host) {
        Member one = members.get(0);
        return new Member(
                1,
                true,
                List.of(new Address(host, one.quorumAddresses().get(0).port())),
                List.of(new Address(host, one.electionAddresses().get(0).port())),
                Optional.empty());
    }

    @Test
    void aPortThatIsTakenIsTriedAgainAndThenSaidToBeTaken() throws Exception {
        int port = TestPeer.electionAddress(two).getPort();
        try (ServerSocket taken = new ServerSocket(port, 5, InetAddress.getLoopbackAddress())) {
            IOException refusal = assertThrows(IOException.class, () -> TestPeer.start(two));
            assertTrue(
                    refusal.getMessage().contains("election port is not to be had after 3 attempts"),
                    refusal::toString);
            assertTrue(taken.isBound());
        }
        TestPeer.start(two).close();
    }

    @Test
    void aServerWithOurOwnIdIsTurnedAway() throws Exception {
        try (TestPeer server = TestPeer.start(two);
                Socket twin =
                        new Socket("127.0.0.1", TestPeer.electionAddress(two).getPort())) {
            hello(twin, ElectionHello.ONE_ADDRESS, 2, "127.0.0.1:1");
            assertEquals(-1, twin.getInputStream().read());
            assertTrue(server.inputs.isEmpty());
        }
    }

    private static void hello(Socket socket, long version, long id, String addresses) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        byte[] text = addresses.getBytes(StandardCharsets.UTF_8);
        out.writeLong(version);
        out.writeLong(id);
        out.writeInt(text.length);
        out.write(text);
    }

    /** As 3.4 wrote it. */
    private static void vote(Socket socket) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(40);
        out.writeInt(0);
        out.writeLong(3);
        out.writeLong(0);
        out.writeLong(1);
        out.writeLong(0);
        out.writeInt(1);
    }
}
