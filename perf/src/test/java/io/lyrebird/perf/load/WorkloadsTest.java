package io.lyrebird.perf.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ExistsRequest;
import io.lyrebird.wire.client.GetChildrenRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.RequestHeader;
import io.lyrebird.wire.client.SetDataRequest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What goes over the wire is what wire's codecs understand. */
class WorkloadsTest {
    private static final int NODES = 250;
    private static final int PAYLOAD_BYTES = 100;
    private static final KeyPicker LAST = random -> NODES - 1;

    @Test
    void readsAndWritesAreAboutTheKeyThatWasPicked() {
        String node = "/lyrebird-perf/nodes/d00002/n49";
        assertEquals(new GetDataRequest(node, false), only("getData", OpCode.GET_DATA));
        assertEquals(new GetDataRequest(node, true), only("watch", OpCode.GET_DATA));
        assertEquals(new ExistsRequest(node, false), only("exists", OpCode.EXISTS));
        assertEquals(
                new GetChildrenRequest("/lyrebird-perf/nodes/d00002", false), only("getChildren", OpCode.GET_CHILDREN));
        SetDataRequest setData = (SetDataRequest) only("setData", OpCode.SET_DATA);
        assertEquals(node, setData.path());
        assertEquals(-1, setData.version());
        assertEquals(PAYLOAD_BYTES, setData.data().length);
        assertEquals(node, NodePaths.node(NODES - 1));
    }

    @Test
    void createsCountUpUnderTheConnectionsOwnParent() {
        Workload workload = workloads(3, "create", CreateMode.EPHEMERAL).mixed(2);
        byte[] before = null;
        for (int i = 0; i < 12; i++) {
            CreateRequest create = (CreateRequest) decode(workload, OpCode.CREATE, Operation.CREATE);
            assertEquals(NodePaths.created(2, i), create.path());
            assertEquals(CreateMode.EPHEMERAL.flag(), create.flags());
            assertEquals(Acl.OPEN_ACL_UNSAFE, create.acl());
            assertEquals(PAYLOAD_BYTES, create.data().length);
            assertNotEquals(Arrays.toString(before), Arrays.toString(create.data()));
            before = create.data();
        }
    }

    @Test
    void deletesTakeTheOldestThatWasCreatedAndCreateWhenThereIsNone() {
        Workload workload =
                workloads(1, "create=50,delete=50", CreateMode.PERSISTENT).mixed(0);
        List<String> alive = new ArrayList<>();
        int deleted = 0;
        for (int i = 0; i < 1000; i++) {
            ByteBuf out = Unpooled.buffer();
            if (workload.next(out, 1) == Operation.CREATE) {
                alive.add(((CreateRequest) body(out, OpCode.CREATE)).path());
            } else {
                assertEquals(alive.remove(0), ((DeleteRequest) body(out, OpCode.DELETE)).path());
                deleted++;
            }
        }
        assertTrue(deleted > 100, deleted + " deleted");
    }

    @Test
    void cleaningUpDeletesWhatIsLeftAndEnds() {
        Workloads workloads = workloads(1, "create", CreateMode.PERSISTENT);
        for (int i = 0; i < 3; i++) {
            workloads.mixed(0).next(Unpooled.buffer(), 1);
        }
        Workload cleanUp = workloads.cleanUp(0);
        for (int i = 0; i < 3; i++) {
            DeleteRequest delete = (DeleteRequest) decode(cleanUp, OpCode.DELETE, Operation.DELETE);
            assertEquals(NodePaths.created(0, i), delete.path());
        }
        assertNull(cleanUp.next(Unpooled.buffer(), 1));
    }

    @Test
    void fillingCreatesEveryParentAndEveryNodeOnce() {
        Workloads workloads = workloads(4, "getData", CreateMode.PERSISTENT);
        TreeSet<String> parents = new TreeSet<>();
        TreeSet<String> nodes = new TreeSet<>();
        for (int connection = 0; connection < 4; connection++) {
            collect(workloads.fillParents(connection), parents);
            collect(workloads.fill(connection), nodes);
        }
        assertEquals(3, parents.size());
        assertEquals(NODES, nodes.size());
        assertEquals(NodePaths.parent(2), parents.last());
        assertEquals(NodePaths.node(0), nodes.first());
        assertEquals(NodePaths.node(NODES - 1), nodes.last());
    }

    private static void collect(Workload workload, TreeSet<String> paths) {
        ByteBuf out = Unpooled.buffer();
        while (workload.next(out, 9) != null) {
            assertTrue(paths.add(((CreateRequest) body(out, OpCode.CREATE)).path()));
        }
    }

    private static Request only(String mix, int opCode) {
        Workloads workloads = workloads(1, mix, CreateMode.PERSISTENT);
        return decode(workloads.mixed(0), opCode, Operation.ofLabel(mix));
    }

    private static Workloads workloads(int connections, String mix, CreateMode mode) {
        return new Workloads(connections, OperationMix.parse(mix), LAST, NODES, PAYLOAD_BYTES, mode);
    }

    private static Request decode(Workload workload, int opCode, Operation operation) {
        ByteBuf out = Unpooled.buffer();
        assertEquals(operation, workload.next(out, 4711));
        assertEquals(4711, out.getInt(Integer.BYTES));
        return body(out, opCode);
    }

    private static Request body(ByteBuf out, int opCode) {
        ByteBuf frame = out.readSlice(Integer.BYTES + out.getInt(out.readerIndex()));
        frame.skipBytes(Integer.BYTES);
        assertEquals(opCode, RequestHeader.decode(frame).type());
        Request body = RequestCodec.decode(opCode, frame);
        assertEquals(0, frame.readableBytes());
        return body;
    }
}
