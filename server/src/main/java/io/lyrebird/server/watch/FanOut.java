package io.lyrebird.server.watch;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.KeeperState;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.WatcherEvent;
import io.lyrebird.wire.client.Xid;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;

/**
 * One event and everyone behind one loop who hears of it. Made by the core, which hands it to the loop and does not touch
 * it again. The event is encoded once, whatever the number of watchers.
 */
public final class FanOut {
    private final int eventType;
    private final String path;
    private final long zxid;
    private final List<Acl> acl;
    private final Object watchers;
    private final WatchedPath entry;
    private byte[] frame;
    /** Its place in the order of the loop's events, given by {@link Deliveries}. */
    long number;

    /** @param entry the path whose one-shot watches have been used up, or null if none were */
    FanOut(int eventType, String path, long zxid, List<Acl> acl, Object watchers, WatchedPath entry) {
        this.eventType = eventType;
        this.path = path;
        this.zxid = zxid;
        this.acl = acl;
        this.watchers = watchers;
        this.entry = entry;
    }

    /** An {@link io.lyrebird.wire.client.EventType}. */
    public int eventType() {
        return eventType;
    }

    public int watcherCount() {
        return Watchers.size(watchers);
    }

    int places() {
        return Watchers.places(watchers);
    }

    ConnectionWatches at(int place) {
        return Watchers.at(watchers, place);
    }

    boolean isFor(ConnectionWatches watcher) {
        return Watchers.contains(watchers, watcher);
    }

    void deliverTo(ConnectionWatches watcher) {
        if (entry != null) {
            watcher.settle(entry);
        }
        WatchClient client = watcher.client();
        if (client.mayRead(acl)) {
            if (frame == null) {
                frame = encode(eventType, path, zxid);
            }
            client.notification(frame);
        }
    }

    /** The frame of a notification, its length in front. */
    static byte[] encode(int eventType, String path, long zxid) {
        ByteBuf out = Unpooled.buffer(Integer.BYTES + ReplyHeader.BYTES + 3 * Integer.BYTES + 2 * path.length());
        out.writeInt(0);
        new ReplyHeader(Xid.NOTIFICATION, zxid, 0).encode(out);
        new WatcherEvent(eventType, KeeperState.SYNC_CONNECTED, path).encode(out);
        out.setInt(0, out.readableBytes() - Integer.BYTES);
        return ByteBufUtil.getBytes(out);
    }
}
