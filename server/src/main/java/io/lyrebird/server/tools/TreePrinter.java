package io.lyrebird.server.tools;

import io.lyrebird.server.tree.Tree;
import io.lyrebird.server.tree.Znode;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints a tree, or a part of it: as Apache's SnapshotFormatter does, or as one JSON object per line. */
final class TreePrinter {
    private static final Comparator<Znode> LAST_NAME_FIRST =
            Comparator.comparing(Znode::name).reversed();

    private final StoredState state;
    private final Tree tree;
    private final boolean json;
    private final PrintStream out;
    private final OutputReader reader;

    TreePrinter(StoredState state, boolean json, PrintStream out) {
        this.state = state;
        this.tree = state.tree();
        this.json = json;
        this.out = out;
        this.reader = new OutputReader(out);
    }

    /** Every node, then the sessions and the last zxid. */
    void printAll() {
        if (!json) {
            out.println("ZNode Details (count=" + tree.nodeCount() + "):");
        }
        printBelow(tree.root());
        if (!json) {
            out.println("----");
            out.println("Session Details (sid, timeout, ephemeralCount):");
        }
        for (Map.Entry<Long, Integer> session : state.sessions().timeouts().entrySet()) {
            printSession(session.getKey(), session.getValue());
        }
        out.println(
                json
                        ? new Json().hex("lastZxid", tree.lastZxid()).toString()
                        : "----\nLast zxid: " + Texts.hex(tree.lastZxid()));
    }

    private void printSession(long sessionId, int timeoutMs) {
        int ephemerals = tree.ephemerals(sessionId).size();
        out.println(
                json
                        ? new Json()
                                .hex("session", sessionId)
                                .number("timeoutMs", timeoutMs)
                                .number("ephemerals", ephemerals)
                                .toString()
                        : Texts.hex(sessionId) + ", " + timeoutMs + ", " + ephemerals);
    }

    /** The node and everything below it, in the order of the names. */
    void printBelow(Znode top) {
        Deque<Znode> toPrint = new ArrayDeque<>();
        toPrint.push(top);
        while (!toPrint.isEmpty() && !reader.isGone()) {
            Znode node = toPrint.pop();
            out.println(json ? json(node) : text(node));
            List<Znode> children = new ArrayList<>(node.childCount());
            for (int i = 0; i < node.childCount(); i++) {
                children.add(node.child(i));
            }
            children.sort(LAST_NAME_FIRST);
            children.forEach(toPrint::push);
        }
    }

    private String text(Znode node) {
        return String.join(
                "\n",
                "----",
                Texts.oneLine(node.path()),
                "  cZxid = " + Texts.hex(node.czxid()),
                "  ctime = " + Texts.time(node.ctimeMs()),
                "  mZxid = " + Texts.hex(node.mzxid()),
                "  mtime = " + Texts.time(node.mtimeMs()),
                "  pZxid = " + Texts.hex(node.pzxid()),
                "  cversion = " + node.cversion(),
                "  dataVersion = " + node.version(),
                "  aclVersion = " + node.aclVersion(),
                "  ephemeralOwner = " + Texts.hex(node.ephemeralOwner()),
                "  acl = " + Texts.oneLine(Texts.acl(tree.acl(node))),
                "  dataLength = " + node.dataLength());
    }

    private String json(Znode node) {
        return new Json()
                .text("path", node.path())
                .bytes("data", node.data())
                .raw("acl", Texts.aclJson(tree.acl(node)))
                .hex("czxid", node.czxid())
                .hex("mzxid", node.mzxid())
                .hex("pzxid", node.pzxid())
                .text("ctime", Texts.time(node.ctimeMs()))
                .text("mtime", Texts.time(node.mtimeMs()))
                .number("version", node.version())
                .number("cversion", node.cversion())
                .number("aversion", node.aclVersion())
                .text("kind", node.kind().toString().toLowerCase(Locale.ROOT))
                .hex("ephemeralOwner", node.ephemeralOwner())
                .number("children", node.childCount())
                .toString();
    }
}
