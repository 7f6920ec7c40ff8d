package io.lyrebird.perf.load;

import io.lyrebird.wire.client.CreateMode;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** What the connections of one load ask for. Kept between runs: a connection goes on counting the nodes it creates. */
public final class Workloads {
    private final OperationMix mix;
    private final KeyPicker keys;
    private final int nodes;
    private final List<Mixed> connections = new ArrayList<>();

    public Workloads(
            int connections, OperationMix mix, KeyPicker keys, int nodes, int payloadBytes, CreateMode createMode) {
        this.mix = mix;
        this.keys = keys;
        this.nodes = nodes;
        Payload payload = new Payload(payloadBytes);
        for (int i = 0; i < connections; i++) {
            Random64 random = new Random64(i + 1L);
            this.connections.add(new Mixed(new Requests(i, payload, createMode, random), random));
        }
    }

    /** Requests of the mix, without end. */
    public Workload mixed(int connection) {
        return connections.get(connection);
    }

    /** Creates this connection's share of the parents of the nodes. */
    public Workload fillParents(int connection) {
        return each(connection, NodePaths.parents(nodes), Operation.CREATE, Requests::fillParent);
    }

    /** Creates this connection's share of the nodes, whose parents must be there. */
    public Workload fill(int connection) {
        return each(connection, nodes, Operation.CREATE, Requests::fill);
    }

    public Workload unfill(int connection) {
        return each(connection, nodes, Operation.DELETE, Requests::unfill);
    }

    public Workload unfillParents(int connection) {
        return each(connection, NodePaths.parents(nodes), Operation.DELETE, Requests::unfillParent);
    }

    private interface KeyedRequest {
        void append(Requests requests, ByteBuf out, int xid, int key);
    }

    /** This connection's share of the keys 0 to count - 1. */
    private Workload each(int connection, int count, Operation operation, KeyedRequest request) {
        return new Workload() {
            private int key = connection;

            @Override
            public Operation next(ByteBuf out, int xid) {
                if (key >= count) {
                    return null;
                }
                request.append(connections.get(connection).requests, out, xid, key);
                key += connections.size();
                return operation;
            }
        };
    }

    /** Deletes what this connection has created and not deleted. */
    public Workload cleanUp(int connection) {
        Mixed mixed = connections.get(connection);
        return (out, xid) -> mixed.deletes == mixed.creates ? null : mixed.delete(out, xid);
    }

    /** One watch on one node. */
    public Workload watchOnce(int connection, int key) {
        return new Workload() {
            private boolean asked;

            @Override
            public Operation next(ByteBuf out, int xid) {
                if (asked) {
                    return null;
                }
                asked = true;
                connections.get(connection).requests.watch(out, xid, key);
                return Operation.WATCH;
            }
        };
    }

    private final class Mixed implements Workload {
        private final Requests requests;
        private final Random64 random;
        private long creates;
        private long deletes;

        Mixed(Requests requests, Random64 random) {
            this.requests = requests;
            this.random = random;
        }

        @Override
        public Operation next(ByteBuf out, int xid) {
            Operation operation = mix.next(random);
            switch (operation) {
                case GET_DATA -> requests.getData(out, xid, keys.next(random));
                case EXISTS -> requests.exists(out, xid, keys.next(random));
                case GET_CHILDREN -> requests.getChildren(out, xid, keys.next(random));
                case SET_DATA -> requests.setData(out, xid, keys.next(random));
                case WATCH -> requests.watch(out, xid, keys.next(random));
                case CREATE -> create(out, xid);
                case DELETE -> {
                    return deletes == creates ? create(out, xid) : delete(out, xid);
                }
            }
            return operation;
        }

        private Operation create(ByteBuf out, int xid) {
            requests.create(out, xid, creates++);
            return Operation.CREATE;
        }

        private Operation delete(ByteBuf out, int xid) {
            requests.delete(out, xid, deletes++);
            return Operation.DELETE;
        }
    }
}
