package io.lyrebird.compat.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.jute.BinaryOutputArchive;
import org.apache.zookeeper.compat.ProtocolManager;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two frames without a header, from and to clients that know of read-only servers and clients that do not. */
class ConnectAgainstApacheTest {
    private static final int ROUNDS = 300;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theHandshakeIsTheSameBytes(boolean withReadOnly) throws IOException {
        for (int seed = 0; seed < ROUNDS; seed++) {
            ApacheRecords random = new ApacheRecords(seed);
            var request = random.random(org.apache.zookeeper.proto.ConnectRequest.class);
            if (!withReadOnly) {
                request.setReadOnly(false);
            }
            byte[] bytes = cut(ApacheRecords.write(request), withReadOnly);
            ProtocolManager server = new ProtocolManager();
            assertEquals(request, server.deserializeConnectRequest(ApacheRecords.archive(bytes)));
            assertEquals(withReadOnly, server.isReadonlyAvailable());
            ConnectRequest ours = ConnectRequest.decode(Unpooled.wrappedBuffer(bytes));
            assertEquals(withReadOnly, ours.hasReadOnly());
            assertSame(request, ours);
            assertArrayEquals(bytes, ApacheRecords.written(ours::encode));

            var response = random.random(org.apache.zookeeper.proto.ConnectResponse.class);
            byte[] expected = written(server, response);
            ConnectResponse answer = ConnectResponse.decode(Unpooled.wrappedBuffer(expected));
            assertArrayEquals(expected, ApacheRecords.written(out -> answer.encode(out, withReadOnly)));
            assertEquals(response.getSessionId(), answer.sessionId());
            assertEquals(response.getTimeOut(), answer.timeoutMs());
            assertEquals(response.getProtocolVersion(), answer.protocolVersion());
            assertEquals(withReadOnly && response.getReadOnly(), answer.readOnly());
        }
    }

    private static void assertSame(org.apache.zookeeper.proto.ConnectRequest apaches, ConnectRequest ours) {
        assertEquals(apaches.getProtocolVersion(), ours.protocolVersion());
        assertEquals(apaches.getLastZxidSeen(), ours.lastZxidSeen());
        assertEquals(apaches.getTimeOut(), ours.timeoutMs());
        assertEquals(apaches.getSessionId(), ours.sessionId());
        assertArrayEquals(apaches.getPasswd(), ours.passwd());
        assertEquals(apaches.getReadOnly(), ours.readOnly());
    }

    private static byte[] cut(byte[] bytes, boolean withReadOnly) {
        return withReadOnly ? bytes : Arrays.copyOf(bytes, bytes.length - 1);
    }

    private static byte[] written(ProtocolManager server, org.apache.zookeeper.proto.ConnectResponse response)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        server.serializeConnectResponse(response, BinaryOutputArchive.getArchive(bytes));
        return bytes.toByteArray();
    }
}
