package io.lyrebird.server.request;

import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.Perms;
import io.netty.buffer.ByteBuf;

/**
 * The reads that most requests are. They take the path as bytes and write straight to the reply: a string is built only for
 * a watch. A path that could not name a node simply finds none.
 */
final class ReadNode {
    private ReadNode() {}

    /** Watches the path even if there is no node, but not if the client may not read the one there is. */
    static ErrorCode exists(ReadContext context, ByteBuf in, ByteBuf out) {
        context.readPath(in);
        boolean watch = Jute.readBool(in);
        if (context.pathHasNul()) {
            return ErrorCode.BAD_ARGUMENTS;
        }
        Znode node = context.find();
        if (node != null && !context.may(node, Perms.READ)) {
            return ErrorCode.NO_AUTH;
        }
        if (watch) {
            context.watches().addData(context.path());
        }
        if (node == null) {
            return ErrorCode.NO_NODE;
        }
        node.writeStat(out);
        return ErrorCode.OK;
    }

    static ErrorCode getData(ReadContext context, ByteBuf in, ByteBuf out) {
        context.readPath(in);
        boolean watch = Jute.readBool(in);
        Znode node = context.find();
        ErrorCode refusal = checkReadable(context, node);
        if (refusal != ErrorCode.OK) {
            return refusal;
        }
        if (watch) {
            context.watches().addData(context.path());
        }
        node.writeData(out);
        node.writeStat(out);
        return ErrorCode.OK;
    }

    static ErrorCode getChildren(ReadContext context, ByteBuf in, ByteBuf out) {
        return getChildren(context, in, out, false);
    }

    static ErrorCode getChildren2(ReadContext context, ByteBuf in, ByteBuf out) {
        return getChildren(context, in, out, true);
    }

    private static ErrorCode getChildren(ReadContext context, ByteBuf in, ByteBuf out, boolean withStat) {
        context.readPath(in);
        boolean watch = Jute.readBool(in);
        Znode node = context.find();
        ErrorCode refusal = checkReadable(context, node);
        if (refusal != ErrorCode.OK) {
            return refusal;
        }
        if (watch) {
            context.watches().addChildren(context.path());
        }
        writeChildren(node, out);
        if (withStat) {
            node.writeStat(out);
        }
        return ErrorCode.OK;
    }

    static void writeChildren(Znode node, ByteBuf out) {
        int count = node.childCount();
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            node.child(i).writeName(out);
        }
    }

    static ErrorCode checkReadable(ReadContext context, Znode node) {
        if (node == null) {
            return ErrorCode.NO_NODE;
        }
        return context.may(node, Perms.READ) ? ErrorCode.OK : ErrorCode.NO_AUTH;
    }

    static ErrorCode getAllChildrenNumber(ReadContext context, ByteBuf in, ByteBuf out) {
        context.readPath(in);
        Znode node = context.find();
        ErrorCode refusal = checkReadable(context, node);
        if (refusal != ErrorCode.OK) {
            return refusal;
        }
        // Asked with the empty path, Apache counts the root as one of its own descendants.
        out.writeInt(node.descendantCount() + (context.pathIsEmpty() ? 1 : 0));
        return ErrorCode.OK;
    }
}
