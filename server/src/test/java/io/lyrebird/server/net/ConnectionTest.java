package io.lyrebird.server.net;

import static io.lyrebird.server.net.NodeRequests.getData;
import static io.lyrebird.server.net.NodeRequests.ping;
import static io.lyrebird.server.net.NodeRequests.setData;
import static io.lyrebird.server.net.NodeRequests.valueRead;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.server.core.CoreInput;
import io.lyrebird.wire.client.AuthPacket;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.ExistsRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.SaslRequest;
import io.lyrebird.wire.client.SaslResponse;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.SetDataResponse;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionTest {
    private final LoopBed bed = new LoopBed();

    // --- framing

    @Test
    void bytesMayArriveInAnyPieces() {
        byte[] all = RawClient.join(
                RawClient.connectRequest(0, 0, true),
                getData(1),
                RawClient.request(2, OpCode.EXISTS, new ExistsRequest("/missing", true)),
                ping(),
                getData(3));
        byte[] expected = exchange(all, all.length);
        assertTrue(expected.length > 200, "the exchange is too small to tell anything");
        assertArrayEquals(expected, exchange(all, 1), "byte by byte");
        for (int split = 1; split < all.length; split++) {
            LoopBed fresh = new LoopBed();
            RawClient client = fresh.open();
            client.send(Arrays.copyOfRange(all, 0, split));
            client.send(Arrays.copyOfRange(all, split, all.length));
            assertArrayEquals(expected, client.receiveAll(), "split at " + split);
        }
    }

    private static byte[] exchange(byte[] all, int pieceBytes) {
        RawClient client = new LoopBed().open();
        for (int from = 0; from < all.length; from += pieceBytes) {
            client.send(Arrays.copyOfRange(all, from, Math.min(all.length, from + pieceBytes)));
        }
        return client.receiveAll();
    }

    @Test
    void requestsThatArriveTogetherAreAnsweredWithOneWrite() {
        RawClient client = bed.connect();
        byte[][] requests = new byte[100][];
        for (int i = 0; i < requests.length; i++) {
            requests[i] = getData(i + 1);
        }
        int before = client.writes;
        client.send(requests);
        for (int i = 0; i < requests.length; i++) {
            assertEquals(1, valueRead(client, i + 1));
        }
        assertEquals(1, client.writes - before);
    }

    @Test
    void aLargeFrameArrivesInPiecesAndIsServed() {
        RawClient client = bed.connect();
        byte[] value = new byte[900_000];
        byte[] frame = RawClient.request(1, OpCode.SET_DATA, new SetDataRequest("/a", value, -1));
        for (int from = 0; from < frame.length; from += 10_000) {
            client.send(Arrays.copyOfRange(frame, from, Math.min(frame.length, from + 10_000)));
        }
        assertEquals(1, bed.core.waiting.size());
        client.send(ping());
        bed.core.commitAll();
        client.receiveHeader(1, 0);
        client.receiveHeader(-2, 0);
    }

    @Test
    void hostileLengthsCostTheConnection() {
        for (int length : new int[] {-1, Integer.MIN_VALUE, 0x100000, Integer.MAX_VALUE, 0, 4, 7}) {
            for (boolean connected : new boolean[] {false, true}) {
                RawClient client = connected ? bed.connect() : bed.open();
                byte[] frame = new byte[4 + Math.max(0, Math.min(length, 7))];
                Unpooled.wrappedBuffer(frame).setInt(0, length);
                client.send(frame);
                assertTrue(client.isClosed(), "length " + length + (connected ? " after" : " before") + " connecting");
            }
        }
        assertTrue(bed.loop.connections().isEmpty());
    }

    @Test
    void aFrameThatClaimsMuchAndSendsLittleHoldsLittle() {
        RawClient client = bed.connect();
        client.send(new byte[] {0, 0xf, 0, 0, 1, 2, 3});
        assertTrue(client.connection.heldCapacity() < 8192);
        assertFalse(client.isClosed());
    }

    // --- beginning

    @Test
    void aFourLetterWordIsAnsweredAndTheConnectionCloses() {
        RawClient client = bed.open();
        client.send("ruok".getBytes(StandardCharsets.US_ASCII));
        assertEquals("imok", client.receiveText());
        assertTrue(client.isClosed());
    }

    @Test
    void theMaskBehindAWordIsWaitedFor() {
        RawClient client = bed.open();
        client.send("stm".getBytes(StandardCharsets.US_ASCII));
        client.send("k".getBytes(StandardCharsets.US_ASCII), new byte[] {0, 0, 0});
        assertFalse(client.isClosed());
        client.send(new byte[] {0, 0, 0, 1, 2});
        assertEquals("258", client.receiveText());
        assertTrue(client.isClosed());
    }

    @Test
    void aWordAfterConnectingIsALengthLikeAnyOther() {
        RawClient client = bed.connect();
        client.send("ruok".getBytes(StandardCharsets.US_ASCII));
        assertEquals("", client.receiveText());
        assertTrue(client.isClosed());
    }

    @Test
    void aClientGetsItsSession() {
        RawClient client = bed.open();
        client.send(RawClient.connectRequest(0, 0, true));
        ConnectResponse response = client.receiveConnectResponse();
        assertEquals(101, response.sessionId());
        assertEquals(4000, response.timeoutMs());
        assertArrayEquals(FakeCore.PASSWORD, response.passwd());
        assertFalse(response.readOnly());
    }

    @Test
    void aClientWithoutReadOnlyByteGetsNoneBack() {
        RawClient modern = bed.open();
        modern.send(RawClient.connectRequest(0, 0, true));
        RawClient old = bed.open();
        old.send(RawClient.connectRequest(0, 0, false));
        assertEquals(37, modern.receive().readableBytes());
        assertEquals(36, old.receive().readableBytes());
    }

    @Test
    void aClientThatHasSeenMoreThanThisServerIsClosed() {
        RawClient client = bed.open();
        client.send(RawClient.connectRequest(0, 2, true));
        assertTrue(client.isClosed());
        assertEquals(List.of(), bed.core.seen(CoreInput.Connect.class));
    }

    @Test
    void aRefusedSessionIsToldSoBeforeTheConnectionCloses() {
        bed.core.connectsAtOnce = false;
        RawClient client = bed.open();
        client.send(RawClient.connectRequest(7, 0, true));
        bed.core.seen(CoreInput.Connect.class).get(0).port().refused();
        ConnectResponse response = client.receiveConnectResponse();
        assertEquals(0, response.sessionId());
        assertEquals(0, response.timeoutMs());
        assertArrayEquals(new byte[16], response.passwd());
        assertTrue(client.isClosed());
    }

    @Test
    void requestsBehindTheConnectRequestWaitForTheSession() {
        bed.core.connectsAtOnce = false;
        RawClient client = bed.open();
        client.send(RawClient.connectRequest(0, 0, true), getData(1), setData(2, 9));
        assertFalse(client.hasReceived());
        assertTrue(bed.core.waiting.isEmpty());
        bed.core.establish(bed.core.seen(CoreInput.Connect.class).get(0));
        client.receiveConnectResponse();
        assertEquals(1, valueRead(client, 1));
        assertEquals(1, bed.core.waiting.size());
    }

    @Test
    void aConnectionThatAsksForNothingIsClosedInTime() {
        RawClient silent = bed.open();
        RawClient half = bed.open();
        RawClient served = bed.connect();
        bed.pass(5_000);
        half.send(new byte[] {0, 0});
        bed.pass(4_000);
        assertFalse(silent.isClosed());
        bed.pass(2_000);
        assertTrue(silent.isClosed());
        assertTrue(half.isClosed());
        assertFalse(served.isClosed());
    }

    @Test
    void aConnectionThatEndsBeforeItsSessionIsThereGivesItBack() {
        bed.core.connectsAtOnce = false;
        RawClient client = bed.open();
        client.send(RawClient.connectRequest(0, 0, true));
        client.channel.close();
        assertTrue(client.isClosed());
        bed.core.establish(bed.core.seen(CoreInput.Connect.class).get(0));
        bed.run();
        List<CoreInput.Disconnected> gone = bed.core.seen(CoreInput.Disconnected.class);
        assertEquals(101, gone.get(gone.size() - 1).sessionId());
    }

    // --- answers without a tree

    @Test
    void pingIsAnsweredWithItsOwnXidAndTheLastZxid() {
        RawClient client = bed.connect();
        client.send(RawClient.request(77, OpCode.PING, null));
        assertEquals(1, client.receiveHeader(-2, 0).zxid());
    }

    @Test
    void authenticationIsAnsweredAtOnceAndCountsForWhatFollows() {
        RawClient client = bed.connect();
        byte[] token = "u:p".getBytes(StandardCharsets.US_ASCII);
        client.send(
                setData(1, 11), RawClient.request(-4, OpCode.AUTH, new AuthPacket(0, "digest", token)), setData(2, 12));
        assertEquals(0, client.receiveHeader(-4, 0).zxid());
        assertEquals(1, identitiesOf(0));
        assertEquals(2, identitiesOf(1));
    }

    private int identitiesOf(int write) {
        return bed.core
                .seen(CoreInput.Write.class)
                .get(write)
                .request()
                .identities()
                .size();
    }

    @Test
    void failedAuthenticationIsToldAndEndsTheConnection() {
        RawClient client = bed.connect();
        client.send(RawClient.request(-4, OpCode.AUTH, new AuthPacket(0, "nosuch", new byte[0])));
        client.receiveHeader(-4, ErrorCode.AUTH_FAILED.code());
        assertTrue(client.isClosed());
    }

    @Test
    void saslWithoutALoginIsAnsweredWithoutAToken() {
        RawClient client = bed.connect();
        client.send(RawClient.request(1, OpCode.SASL, new SaslRequest(new byte[0])));
        ByteBuf reply = client.receive();
        assertEquals(new ReplyHeader(1, 0, 0), ReplyHeader.decode(reply));
        assertEquals(null, SaslResponse.decode(reply).token());
    }

    @Test
    void whoHasToAuthenticateAndHasNotIsToldAndClosed() {
        LoopBed strict = new LoopBed(LoopBed.LIMITS, List.of("digest"));
        RawClient stranger = strict.connect();
        stranger.send(getData(1));
        assertEquals(
                0,
                stranger.receiveHeader(1, ErrorCode.SESSION_CLOSED_REQUIRE_SASL_AUTH.code())
                        .zxid());
        assertTrue(stranger.isClosed());
        RawClient known = strict.connect();
        byte[] token = "u:p".getBytes(StandardCharsets.US_ASCII);
        known.send(RawClient.request(-4, OpCode.AUTH, new AuthPacket(0, "digest", token)), getData(1));
        known.receiveHeader(-4, 0);
        assertEquals(1, valueRead(known, 1));
    }

    @Test
    void anUnknownTypeIsUnimplementedAndEndsTheConnection() {
        for (int opCode : new int[] {0, OpCode.CHECK, 10, 99, 108, 4711, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            RawClient client = bed.connect();
            client.send(RawClient.request(1, opCode, null), getData(2));
            assertEquals(
                    -1, client.receiveHeader(1, ErrorCode.UNIMPLEMENTED.code()).zxid());
            assertFalse(client.hasReceived());
            assertTrue(client.isClosed(), "type " + opCode);
        }
    }

    @Test
    void aBodyThatIsNoneGetsAMarshallingErrorInOrder() {
        RawClient client = bed.connect();
        client.send(
                RawClient.request(1, OpCode.GET_DATA, null),
                setData(2, 11),
                RawClient.request(3, OpCode.SET_DATA, null),
                getData(4));
        client.receiveHeader(1, ErrorCode.MARSHALLING_ERROR.code());
        assertFalse(client.hasReceived());
        bed.core.commitAll();
        client.receiveHeader(2, 0);
        client.receiveHeader(3, ErrorCode.MARSHALLING_ERROR.code());
        assertEquals(11, valueRead(client, 4));
    }

    @Test
    void aMultiThatIsNoneIsLeftToTheCoreBecauseItTakesAZxid() {
        RawClient client = bed.connect();
        client.send(RawClient.request(1, OpCode.MULTI, null));
        CoreInput.Write write = (CoreInput.Write) bed.core.waiting.element();
        assertEquals(OpCode.MULTI, write.request().opCode());
        assertNull(write.request().body());
    }

    @Test
    void anErrorHasNoBody() {
        RawClient client = bed.connect();
        client.send(RawClient.request(1, OpCode.GET_DATA, new GetDataRequest("/missing", false)));
        ByteBuf reply = client.receive();
        assertEquals(ReplyHeader.BYTES, reply.readableBytes());
        assertEquals(new ReplyHeader(1, 1, ErrorCode.NO_NODE.code()), ReplyHeader.decode(reply));
    }

    // --- ending

    @Test
    void closingTheSessionIsAnsweredThenTheConnectionCloses() {
        RawClient client = bed.connect();
        client.send(RawClient.request(1, OpCode.CLOSE_SESSION, null), getData(2));
        bed.core.commitAll();
        client.receiveHeader(1, 0);
        assertFalse(client.hasReceived());
        assertTrue(client.isClosed());
    }

    @Test
    void whatWasSentBeforeTheCoreClosesGoesOut() {
        RawClient client = bed.connect();
        client.send(setData(1, 11));
        CoreInput.Write write = bed.core.seen(CoreInput.Write.class).get(0);
        bed.core.commitAll();
        write.port().close();
        ByteBuf reply = client.receive();
        assertEquals(1, ReplyHeader.decode(reply).xid());
        assertEquals(1, SetDataResponse.decode(reply).stat().version());
        assertTrue(client.isClosed());
    }

    // --- flow

    @Test
    void aClientWithRequestsOnTheirWayWaitsWhileTooManyAre() {
        ClientLimits tight = new ClientLimits(0xfffff, 60, 0, 3, 16 << 20, 10_000, 1 << 20, 64 << 20, 500);
        LoopBed small = new LoopBed(tight, List.of());
        RawClient greedy = small.connect();
        byte[][] many = new byte[10_000][];
        for (int i = 0; i < many.length; i++) {
            many[i] = setData(i + 1, i);
        }
        greedy.send(many);
        assertEquals(4, small.core.waiting.size());
        assertFalse(greedy.channel.config().isAutoRead(), "it is still read from");
        RawClient modest = small.connect();
        modest.send(setData(1, 1));
        assertEquals(5, small.core.waiting.size(), "a client without requests on their way may send one");
        for (int i = 0; i < many.length; i++) {
            small.core.commitNext();
            greedy.hasReceived();
            assertTrue(small.core.waiting.size() <= 5);
        }
        for (int i = 0; i < many.length - 1; i++) {
            greedy.receiveHeader(i + 1, 0);
        }
        assertTrue(greedy.channel.config().isAutoRead());
        assertFalse(greedy.isClosed());
    }

    @Test
    void requestsWaitWhileTheClientDoesNotTakeItsAnswers() {
        RawClient client = bed.connect();
        client.channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        client.send(getData(1));
        assertFalse(client.hasReceived());
        client.channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        client.channel.runPendingTasks();
        assertEquals(1, valueRead(client, 1));
    }

    @Test
    void sessionsAreReportedAliveOnceInAWhile() {
        RawClient one = bed.connect();
        RawClient two = bed.connect();
        for (int i = 0; i < 5; i++) {
            one.send(ping());
            two.send(getData(1), getData(2));
        }
        assertEquals(0, bed.core.seen(CoreInput.Touched.class).size());
        bed.pass(500);
        one.send(ping());
        bed.pass(500);
        List<CoreInput.Touched> reports = bed.core.seen(CoreInput.Touched.class);
        assertEquals(2, reports.size());
        assertArrayEquals(new long[] {101, 102}, reports.get(0).sessionIds());
        assertArrayEquals(new long[] {101}, reports.get(1).sessionIds());
    }

    @Test
    void aConnectionKeepsItsStatistics() {
        RawClient client = bed.connect();
        client.send(getData(5), setData(6, 1));
        bed.pass(30);
        bed.core.commitAll();
        bed.run();
        var view = client.connection.view();
        assertEquals(3, view.stats().packetsReceived());
        assertEquals(3, view.stats().packetsSent());
        assertEquals(6, view.stats().lastCxid());
        assertEquals(2, view.stats().lastZxid());
        assertEquals("SETD", view.stats().lastOperation());
        assertEquals(30, view.stats().lastLatencyMs());
        assertEquals(101, view.sessionId());
        assertEquals(4000, view.sessionTimeoutMs());
        assertEquals(0, view.outstandingRequests());
        assertEquals(30, bed.metrics.requestLatency().max());
    }
}
