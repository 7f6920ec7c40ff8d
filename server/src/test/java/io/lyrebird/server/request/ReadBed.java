package io.lyrebird.server.request;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** Reads over a {@link TestBed}, through bytes as they arrive. */
final class ReadBed {
    static final int MULTI_READ_BYTES_MAX = 10_000;

    final TestBed bed = new TestBed();
    final List<String> watches = new ArrayList<>();
    List<Identity> identities = TestBed.ANYBODY;
    boolean watchesFound;
    ByteBuf reply;

    private final ReadContext context = new ReadContext(bed.tree, bed.authorizer, MULTI_READ_BYTES_MAX);

    private final WatchRegistry registry = new WatchRegistry() {
        @Override
        public void addData(String path) {
            watches.add("data " + path);
        }

        @Override
        public void addChildren(String path) {
            watches.add("children " + path);
        }

        @Override
        public void addPersistent(String path) {
            watches.add("persistent " + path);
        }

        @Override
        public void addPersistentRecursive(String path) {
            watches.add("recursive " + path);
        }

        @Override
        public boolean contains(String path, int watcherType) {
            watches.add("contains " + path + " " + watcherType);
            return watchesFound;
        }

        @Override
        public boolean remove(String path, int watcherType) {
            watches.add("remove " + path + " " + watcherType);
            return watchesFound;
        }

        @Override
        public void fire(int eventType, String path) {
            watches.add("fire " + eventType + " " + path);
        }
    };

    ErrorCode read(int opCode, Request request) {
        ByteBuf in = Unpooled.buffer();
        RequestCodec.encode(opCode, request, in);
        return read(opCode, in);
    }

    ErrorCode read(int opCode, ByteBuf in) {
        reply = Unpooled.buffer();
        context.of(bed.session, identities, registry);
        return ReadOperations.of(opCode).answer(context, in, reply);
    }

    /** A body of a path and a flag, as the path's bytes are. */
    static ByteBuf pathAndFlag(byte[] path, boolean flag) {
        ByteBuf in = Unpooled.buffer();
        Jute.writeBuffer(in, path);
        Jute.writeBool(in, flag);
        return in;
    }

    List<String> takeWatches() {
        List<String> taken = List.copyOf(watches);
        watches.clear();
        return taken;
    }
}
