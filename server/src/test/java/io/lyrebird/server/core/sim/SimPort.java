package io.lyrebird.server.core.sim;

import io.lyrebird.server.core.ClientPort;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.Response;
import java.util.ArrayList;
import java.util.List;

/** A connection whose every step is told by a test, and which notes what it hears. */
final class SimPort implements ClientPort {
    final SimMember server;
    final List<String> heard = new ArrayList<>();
    long sessionId;
    byte[] password;

    SimPort(SimMember server) {
        this.server = server;
    }

    SimPort connect() {
        return connect(0, new byte[16]);
    }

    SimPort connect(long withSession, byte[] withPassword) {
        server.submit(new CoreInput.Connect(
                this, new ConnectRequest(0, 0, 2000, withSession, withPassword, false, true), List.of()));
        return this;
    }

    void write(int xid, int opCode, Request body) {
        server.submit(new CoreInput.Write(this, new WriteRequest(sessionId, xid, opCode, body, List.of())));
    }

    void sync(int xid) {
        server.submit(new CoreInput.Sync(this, sessionId, xid, "/"));
    }

    void touch() {
        server.submit(new CoreInput.Touched(new long[] {sessionId}));
    }

    @Override
    public void connected(long newSessionId, int timeoutMs, byte[] newPassword) {
        sessionId = newSessionId;
        password = newPassword;
        heard.add("connected");
    }

    @Override
    public void refused() {
        heard.add("refused");
    }

    @Override
    public void reply(int xid, long zxid, int errorCode, Response body) {
        heard.add("reply " + xid + (errorCode == 0 ? "" : " error " + errorCode));
    }

    @Override
    public void close() {
        heard.add("closed");
    }
}
