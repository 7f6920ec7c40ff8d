package io.lyrebird.server.core.sim;

import io.lyrebird.server.core.ClientPort;
import io.lyrebird.server.core.CoreInput;
import io.lyrebird.server.request.WriteRequest;
import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Response;
import io.lyrebird.zab.Role;
import java.util.List;

/** Makes the node that clients work on. */
final class SimSetup {
    private SimSetup() {}

    static void createShared(SimWorld world) {
        boolean[] done = new boolean[1];
        SimMember leader = world.members.stream()
                .filter(member -> member.role() == Role.LEADING)
                .findFirst()
                .orElseThrow();
        leader.submit(new CoreInput.Connect(
                new ClientPort() {
                    @Override
                    public void connected(long sessionId, int timeoutMs, byte[] password) {
                        leader.submit(new CoreInput.Write(
                                this,
                                new WriteRequest(
                                        sessionId,
                                        1,
                                        OpCode.CREATE,
                                        SimClient.create(SimClient.SHARED, 0),
                                        List.of())));
                    }

                    @Override
                    public void refused() {
                        throw new AssertionError("refused");
                    }

                    @Override
                    public void reply(int xid, long zxid, int errorCode, Response body) {
                        done[0] = true;
                    }

                    @Override
                    public void close() {}
                },
                new ConnectRequest(0, 0, 4000, 0, new byte[16], false, true),
                List.of()));
        world.run(world.nowMs() + 5_000, () -> done[0]);
        if (!done[0]) {
            throw new AssertionError("the node that clients work on could not be made");
        }
    }
}
