package io.lyrebird.server.watch;

import io.lyrebird.wire.client.Acl;
import java.util.List;

/** The connection behind a watcher. Called by its loop, in a read phase. */
public interface WatchClient {
    long sessionId();

    /** Whether the client may hear of changes to a node with this ACL. */
    boolean mayRead(List<Acl> acl);

    /** Sends a notification: a whole frame, which many clients may share. */
    void notification(byte[] frame);
}
