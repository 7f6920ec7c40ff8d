package io.lyrebird.server.core;

import io.lyrebird.server.auth.Identity;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.zab.Input;
import java.util.List;

/** What reaches the core from outside, one at a time and in the order of its arrival. */
public sealed interface CoreInput {
    /** Each role of the core handles every input: a new one does not compile until it is handled. */
    interface Handler {
        void connect(Connect input);

        void write(Write input);

        void sync(Sync input);

        void inTurn(InTurn input);

        void disconnected(Disconnected input);

        void touched(Touched input);

        void durable(Durable input);

        void epochsDurable(EpochsDurable input);

        void fromZab(FromZab input);

        void installed(Installed input);

        void installFailed(InstallFailed input);

        void tick(Tick input);

        void inspect(Inspect input);
    }

    void dispatch(Handler handler);

    /** A client asks for a session, a new one or the one it had. Its timeout has not been negotiated yet. */
    record Connect(ClientPort port, ConnectRequest request, List<Identity> identities) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.connect(this);
        }
    }

    /** A client's request that changes state. */
    record Write(ClientPort port, WriteRequest request) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.write(this);
        }
    }

    /** A client wants to see all that was committed up to now. */
    record Sync(ClientPort port, long sessionId, int xid, String path) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.sync(this);
        }
    }

    /**
     * Something to be done on behalf of a session, in a write phase, when all that it sent before is applied and nothing
     * that it sent behind it is.
     */
    record InTurn(ClientPort port, long sessionId, Runnable action) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.inTurn(this);
        }
    }

    /** The connection is gone; its session lives on until it expires. */
    record Disconnected(ClientPort port, long sessionId) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.disconnected(this);
        }
    }

    /** These sessions were heard of. */
    record Touched(long[] sessionIds) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.touched(this);
        }
    }

    /** Everything in the log up to this zxid is on disk. */
    record Durable(long zxid) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.durable(this);
        }
    }

    /** Zab's epochs are on disk. */
    record EpochsDurable(long acceptedEpoch, long currentEpoch) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.epochsDurable(this);
        }
    }

    /** Something that concerns Zab alone: from its peers, or an answer of the disk. */
    record FromZab(Input input) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.fromZab(this);
        }
    }

    /** A leader's snapshot is the image on disk now, and the log is what goes on from it. */
    record Installed(long connection, long zxid, Tree tree, Sessions sessions) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.installed(this);
        }
    }

    /** A leader's snapshot did not come whole; nothing has changed. */
    record InstallFailed(long connection) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.installFailed(this);
        }
    }

    /** Time has passed. */
    record Tick() implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.tick(this);
        }
    }

    /** Something to look up between two inputs, where nothing moves. */
    record Inspect(Runnable look) implements CoreInput {
        @Override
        public void dispatch(Handler handler) {
            handler.inspect(this);
        }
    }
}
