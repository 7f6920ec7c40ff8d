package io.lyrebird.server.request;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.AddWatchRequest;
import io.lyrebird.wire.client.CheckWatchesRequest;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.ErrorResponse;
import io.lyrebird.wire.client.EventType;
import io.lyrebird.wire.client.RemoveWatchesRequest;
import io.lyrebird.wire.client.SetWatchesRequest;
import io.lyrebird.wire.client.WatchMode;
import io.lyrebird.wire.client.WatcherType;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Requests about watches alone. Neither paths nor ACLs are checked: what may not be read sends no events. */
final class WatchRequests {
    private WatchRequests() {}

    static ErrorCode setWatches(ReadContext context, ByteBuf in, ByteBuf out) {
        return set(context, SetWatchesRequest.decodeOld(in));
    }

    static ErrorCode setWatches2(ReadContext context, ByteBuf in, ByteBuf out) {
        return set(context, SetWatchesRequest.decode(in));
    }

    /** Fires at once what has changed since the client last knew, and sets the other watches again. */
    private static ErrorCode set(ReadContext context, SetWatchesRequest request) {
        Tree tree = context.tree();
        WatchRegistry watches = context.watches();
        long knownZxid = request.relativeZxid();
        for (String path : required(request.dataWatches())) {
            Znode node = tree.find(path);
            if (node == null) {
                watches.fire(EventType.NODE_DELETED, path);
            } else if (node.mzxid() > knownZxid) {
                watches.fire(EventType.NODE_DATA_CHANGED, path);
            } else {
                watches.addData(path);
            }
        }
        for (String path : required(request.existWatches())) {
            if (tree.find(path) != null) {
                watches.fire(EventType.NODE_CREATED, path);
            } else {
                watches.addData(path);
            }
        }
        for (String path : required(request.childWatches())) {
            Znode node = tree.find(path);
            if (node == null) {
                watches.fire(EventType.NODE_DELETED, path);
            } else if (node.pzxid() > knownZxid) {
                watches.fire(EventType.NODE_CHILDREN_CHANGED, path);
            } else {
                watches.addChildren(path);
            }
        }
        required(request.persistentWatches()).forEach(watches::addPersistent);
        required(request.persistentRecursiveWatches()).forEach(watches::addPersistentRecursive);
        return ErrorCode.OK;
    }

    private static List<String> required(List<String> paths) {
        if (paths == null) {
            throw new MalformedException("no list of watches");
        }
        paths.forEach(ZnodePaths::required);
        return paths;
    }

    static ErrorCode addWatch(ReadContext context, ByteBuf in, ByteBuf out) {
        AddWatchRequest request = AddWatchRequest.decode(in);
        String path = ZnodePaths.required(request.path());
        switch (request.mode()) {
            case WatchMode.PERSISTENT -> context.watches().addPersistent(path);
            case WatchMode.PERSISTENT_RECURSIVE -> context.watches().addPersistentRecursive(path);
            default -> throw new MalformedException("no watch has the mode " + request.mode());
        }
        new ErrorResponse(0).encode(out);
        return ErrorCode.OK;
    }

    static ErrorCode checkWatches(ReadContext context, ByteBuf in, ByteBuf out) {
        CheckWatchesRequest request = CheckWatchesRequest.decode(in);
        String path = ZnodePaths.required(request.path());
        boolean found = context.watches().contains(path, watcherType(request.type()));
        return found ? ErrorCode.OK : ErrorCode.NO_WATCHER;
    }

    static ErrorCode removeWatches(ReadContext context, ByteBuf in, ByteBuf out) {
        RemoveWatchesRequest request = RemoveWatchesRequest.decode(in);
        String path = ZnodePaths.required(request.path());
        boolean removed = context.watches().remove(path, watcherType(request.type()));
        return removed ? ErrorCode.OK : ErrorCode.NO_WATCHER;
    }

    private static int watcherType(int type) {
        if (type < WatcherType.CHILDREN || type > WatcherType.PERSISTENT_RECURSIVE) {
            throw new MalformedException("no watcher has the type " + type);
        }
        return type;
    }
}
