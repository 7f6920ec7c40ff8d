package io.lyrebird.perf.load;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ExistsRequest;
import io.lyrebird.wire.client.GetChildrenRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.SetDataRequest;
import io.netty.buffer.ByteBuf;

/** The prepared frames of one connection and what is written into them. */
final class Requests {
    private static final int ANY_VERSION = -1;

    private final Payload payload;
    private final Random64 random;
    private final PreparedRequest getData;
    private final PreparedRequest watch;
    private final PreparedRequest exists;
    private final PreparedRequest getChildren;
    private final PreparedRequest setData;
    private final PreparedRequest fill;
    private final PreparedRequest fillParent;
    private final PreparedRequest unfill;
    private final PreparedRequest unfillParent;
    private final PreparedRequest create;
    private final PreparedRequest delete;
    private final int nodeDataAt;
    private final int createdDataAt;

    Requests(int connection, Payload payload, CreateMode createMode, Random64 random) {
        this.payload = payload;
        this.random = random;
        String node = NodePaths.node(0);
        String created = NodePaths.created(connection, 0);
        byte[] data = new byte[payload.length()];
        getData = PreparedRequest.of(OpCode.GET_DATA, new GetDataRequest(node, false));
        watch = PreparedRequest.of(OpCode.GET_DATA, new GetDataRequest(node, true));
        exists = PreparedRequest.of(OpCode.EXISTS, new ExistsRequest(node, false));
        getChildren = PreparedRequest.of(OpCode.GET_CHILDREN, new GetChildrenRequest(NodePaths.parent(0), false));
        setData = PreparedRequest.of(OpCode.SET_DATA, new SetDataRequest(node, data, ANY_VERSION));
        fill = PreparedRequest.of(
                OpCode.CREATE, new CreateRequest(node, data, Acl.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT.flag()));
        fillParent = PreparedRequest.of(
                OpCode.CREATE,
                new CreateRequest(NodePaths.parent(0), new byte[0], Acl.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT.flag()));
        unfill = PreparedRequest.of(OpCode.DELETE, new DeleteRequest(node, ANY_VERSION));
        unfillParent = PreparedRequest.of(OpCode.DELETE, new DeleteRequest(NodePaths.parent(0), ANY_VERSION));
        create = PreparedRequest.of(
                OpCode.CREATE, new CreateRequest(created, data, Acl.OPEN_ACL_UNSAFE, createMode.flag()));
        delete = PreparedRequest.of(OpCode.DELETE, new DeleteRequest(created, ANY_VERSION));
        nodeDataAt = PreparedRequest.PATH_AT + node.length() + Integer.BYTES;
        createdDataAt = PreparedRequest.PATH_AT + created.length() + Integer.BYTES;
    }

    void getData(ByteBuf out, int xid, int key) {
        putNode(out, getData.appendTo(out, xid), key);
    }

    void watch(ByteBuf out, int xid, int key) {
        putNode(out, watch.appendTo(out, xid), key);
    }

    void exists(ByteBuf out, int xid, int key) {
        putNode(out, exists.appendTo(out, xid), key);
    }

    /** The children of the node's parent. */
    void getChildren(ByteBuf out, int xid, int key) {
        putParent(out, getChildren.appendTo(out, xid), key / NodePaths.NODES_PER_PARENT);
    }

    void setData(ByteBuf out, int xid, int key) {
        int start = setData.appendTo(out, xid);
        putNode(out, start, key);
        payload.put(out, start + nodeDataAt, random);
    }

    /** Creates one of the nodes that reads and writes are about. */
    void fill(ByteBuf out, int xid, int key) {
        int start = fill.appendTo(out, xid);
        putNode(out, start, key);
        payload.put(out, start + nodeDataAt, random);
    }

    void fillParent(ByteBuf out, int xid, int parent) {
        putParent(out, fillParent.appendTo(out, xid), parent);
    }

    void unfill(ByteBuf out, int xid, int key) {
        putNode(out, unfill.appendTo(out, xid), key);
    }

    void unfillParent(ByteBuf out, int xid, int parent) {
        putParent(out, unfillParent.appendTo(out, xid), parent);
    }

    void create(ByteBuf out, int xid, long counter) {
        int start = create.appendTo(out, xid);
        NodePaths.putCreated(out, start + PreparedRequest.PATH_AT, counter);
        payload.put(out, start + createdDataAt, random);
    }

    void delete(ByteBuf out, int xid, long counter) {
        int start = delete.appendTo(out, xid);
        NodePaths.putCreated(out, start + PreparedRequest.PATH_AT, counter);
    }

    private static void putParent(ByteBuf out, int start, int parent) {
        NodePaths.putParent(out, start + PreparedRequest.PATH_AT, parent);
    }

    private static void putNode(ByteBuf out, int start, int key) {
        NodePaths.putNode(out, start + PreparedRequest.PATH_AT, key);
    }
}
