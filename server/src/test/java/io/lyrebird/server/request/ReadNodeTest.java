package io.lyrebird.server.request;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.lyrebird.server.auth.DigestAuth;
import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.ExistsRequest;
import io.lyrebird.wire.client.ExistsResponse;
import io.lyrebird.wire.client.GetAllChildrenNumberRequest;
import io.lyrebird.wire.client.GetChildren2Response;
import io.lyrebird.wire.client.GetChildrenRequest;
import io.lyrebird.wire.client.GetChildrenResponse;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetDataResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Perms;
import io.lyrebird.wire.client.SetDataRequest;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReadNodeTest {
    private static final List<Acl> NO_READ = List.of(new Acl(Perms.ALL & ~Perms.READ, "world", "anyone"));

    private final ReadBed bed = new ReadBed();

    @BeforeEach
    void createNodes() {
        bed.bed.create("/a");
        bed.bed.create("/a/b");
        bed.bed.create("/a/c");
        bed.bed.run(OpCode.CREATE, TestBed.create("/secret", CreateMode.PERSISTENT, NO_READ));
    }

    @Test
    void getDataGivesDataAndStat() {
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_DATA, new GetDataRequest("/a", false)));
        GetDataResponse response = GetDataResponse.decode(bed.reply);
        assertArrayEquals(TestBed.bytes("data"), response.data());
        assertEquals(bed.bed.tree.find("/a").stat(), response.stat());
        assertFalse(bed.reply.isReadable());
        assertEquals(List.of(), bed.takeWatches());
    }

    @Test
    void nullDataStaysNull() {
        bed.bed.run(OpCode.SET_DATA, new SetDataRequest("/a", null, -1));
        bed.read(OpCode.GET_DATA, new GetDataRequest("/a", false));
        assertNull(GetDataResponse.decode(bed.reply).data());
    }

    @Test
    void existsGivesTheStat() {
        assertEquals(ErrorCode.OK, bed.read(OpCode.EXISTS, new ExistsRequest("/a", true)));
        assertEquals(
                bed.bed.tree.find("/a").stat(), ExistsResponse.decode(bed.reply).stat());
        assertEquals(List.of("data /a"), bed.takeWatches());
    }

    @Test
    void childrenComeWithAndWithoutTheStat() {
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_CHILDREN, new GetChildrenRequest("/a", true)));
        assertEquals(
                new TreeSet<>(List.of("b", "c")),
                new TreeSet<>(GetChildrenResponse.decode(bed.reply).children()));
        assertFalse(bed.reply.isReadable());
        assertEquals(List.of("children /a"), bed.takeWatches());
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_CHILDREN2, new GetChildrenRequest("/a/b", false)));
        assertEquals(
                new GetChildren2Response(List.of(), bed.bed.tree.find("/a/b").stat()),
                GetChildren2Response.decode(bed.reply));
        assertFalse(bed.reply.isReadable());
    }

    @Test
    void whatIsMissingIsWatchedByExistsOnly() {
        assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.EXISTS, new ExistsRequest("/x", true)));
        assertEquals(List.of("data /x"), bed.takeWatches());
        assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.GET_DATA, new GetDataRequest("/x", true)));
        assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.GET_CHILDREN, new GetChildrenRequest("/x", true)));
        assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.GET_CHILDREN2, new GetChildrenRequest("/x", true)));
        assertEquals(List.of(), bed.takeWatches());
    }

    @Test
    void whoMayNotReadLearnsNothingAndWatchesNothing() {
        assertEquals(ErrorCode.NO_AUTH, bed.read(OpCode.EXISTS, new ExistsRequest("/secret", true)));
        assertEquals(ErrorCode.NO_AUTH, bed.read(OpCode.GET_DATA, new GetDataRequest("/secret", true)));
        assertEquals(ErrorCode.NO_AUTH, bed.read(OpCode.GET_CHILDREN, new GetChildrenRequest("/secret", true)));
        assertEquals(ErrorCode.NO_AUTH, bed.read(OpCode.GET_CHILDREN2, new GetChildrenRequest("/secret", true)));
        assertEquals(
                ErrorCode.NO_AUTH,
                bed.read(OpCode.GET_ALL_CHILDREN_NUMBER, new GetAllChildrenNumberRequest("/secret")));
        assertEquals(List.of(), bed.takeWatches());
        bed.identities = List.of(DigestAuth.SUPER);
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_DATA, new GetDataRequest("/secret", false)));
    }

    @Test
    void onlyExistsRefusesANulInAPath() {
        assertEquals(ErrorCode.BAD_ARGUMENTS, bed.read(OpCode.EXISTS, new ExistsRequest("/a\0", true)));
        assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.GET_DATA, new GetDataRequest("/a\0", true)));
        assertEquals(List.of(), bed.takeWatches());
    }

    @Test
    void aPathThatCannotNameANodeFindsNone() {
        for (String path : List.of("a", "/a/", "//a", "/a//b", "/a/./b", "/A", "/a/b/", "b")) {
            assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.GET_DATA, new GetDataRequest(path, false)), path);
        }
        byte[] noUtf8 = {'/', (byte) 0xff, (byte) 0xc0, (byte) 0x80};
        assertEquals(ErrorCode.NO_NODE, bed.read(OpCode.EXISTS, ReadBed.pathAndFlag(noUtf8, true)));
        assertEquals(List.of("data " + new String(noUtf8, StandardCharsets.UTF_8)), bed.takeWatches());
    }

    @Test
    void theEmptyPathIsTheRoot() {
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_CHILDREN, new GetChildrenRequest("", true)));
        assertEquals(3, GetChildrenResponse.decode(bed.reply).children().size());
        assertEquals(List.of("children "), bed.takeWatches());
    }

    @Test
    void aMalformedBodyIsAMarshallingError() {
        for (int opCode : new int[] {OpCode.EXISTS, OpCode.GET_DATA, OpCode.GET_CHILDREN, OpCode.GET_CHILDREN2}) {
            assertEquals(ErrorCode.MARSHALLING_ERROR, bed.read(opCode, Unpooled.EMPTY_BUFFER));
            assertEquals(ErrorCode.MARSHALLING_ERROR, bed.read(opCode, ReadBed.pathAndFlag(null, false)));
            assertEquals(
                    ErrorCode.MARSHALLING_ERROR,
                    bed.read(opCode, Unpooled.buffer().writeInt(Integer.MAX_VALUE)));
            assertEquals(
                    ErrorCode.MARSHALLING_ERROR,
                    bed.read(opCode, Unpooled.buffer().writeInt(1).writeByte('/')));
        }
    }

    @Test
    void aLongPathDoesNotFitTheScratchAndIsReadAllTheSame() {
        String path = "/" + "x".repeat(10_000);
        bed.bed.create(path);
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_DATA, new GetDataRequest(path, true)));
        assertEquals(List.of("data " + path), bed.takeWatches());
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_DATA, new GetDataRequest("/a", true)));
        assertEquals(List.of("data /a"), bed.takeWatches());
    }

    @Test
    void allChildrenAreCountedAtAnyDepth() {
        bed.bed.create("/a/b/d");
        assertEquals(3, descendants("/a"));
        assertEquals(0, descendants("/a/c"));
        assertEquals(8, descendants("/"));
        assertEquals(9, descendants(""), "Apache counts the root below the empty path");
        assertEquals(
                ErrorCode.NO_NODE, bed.read(OpCode.GET_ALL_CHILDREN_NUMBER, new GetAllChildrenNumberRequest("/x")));
    }

    private int descendants(String path) {
        assertEquals(ErrorCode.OK, bed.read(OpCode.GET_ALL_CHILDREN_NUMBER, new GetAllChildrenNumberRequest(path)));
        return bed.reply.readInt();
    }

    @Test
    void onlyReadsAreReads() {
        for (int opCode :
                new int[] {OpCode.CREATE, OpCode.MULTI, OpCode.SYNC, OpCode.PING, OpCode.AUTH, -10, -11, 10, 5000}) {
            assertNull(ReadOperations.of(opCode));
        }
    }
}
