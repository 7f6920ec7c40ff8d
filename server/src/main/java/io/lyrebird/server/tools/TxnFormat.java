package io.lyrebird.server.tools;

import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.txn.CheckVersionTxn;
import io.lyrebird.wire.txn.CloseSessionTxn;
import io.lyrebird.wire.txn.CreateContainerTxn;
import io.lyrebird.wire.txn.CreateSessionTxn;
import io.lyrebird.wire.txn.CreateTtlTxn;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.DeleteTxn;
import io.lyrebird.wire.txn.ErrorTxn;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.MultiTxn;
import io.lyrebird.wire.txn.SetAclTxn;
import io.lyrebird.wire.txn.SetDataTxn;
import io.lyrebird.wire.txn.Txn;
import io.lyrebird.wire.txn.TxnHeader;
import java.util.List;
import java.util.stream.Collectors;

/** A txn on one line: as Apache's TxnLogToolkit prints it, or as a JSON object. */
final class TxnFormat {
    private TxnFormat() {}

    static String text(LoggedTxn logged) {
        TxnHeader header = logged.header();
        return Texts.time(header.time()) + " session " + Texts.hex(header.clientId()) + " cxid "
                + "0x" + Integer.toHexString(header.cxid()) + " zxid " + Texts.hex(header.zxid()) + " "
                + OpCode.name(header.type()) + " " + body(logged.txn());
    }

    private static String body(Txn txn) {
        if (txn instanceof CreateTxn t) {
            return join(t.path(), Texts.data(t.data()), Texts.acl(t.acl()), t.ephemeral(), t.parentCVersion());
        } else if (txn instanceof CreateContainerTxn t) {
            return join(t.path(), Texts.data(t.data()), Texts.acl(t.acl()), t.parentCVersion());
        } else if (txn instanceof CreateTtlTxn t) {
            return join(t.path(), Texts.data(t.data()), Texts.acl(t.acl()), t.parentCVersion(), t.ttl());
        } else if (txn instanceof DeleteTxn t) {
            return t.path();
        } else if (txn instanceof SetDataTxn t) {
            return join(t.path(), Texts.data(t.data()), t.version());
        } else if (txn instanceof SetAclTxn t) {
            return join(t.path(), Texts.acl(t.acl()), t.version());
        } else if (txn instanceof CheckVersionTxn t) {
            return join(t.path(), t.version());
        } else if (txn instanceof CreateSessionTxn t) {
            return Integer.toString(t.timeoutMs());
        } else if (txn instanceof CloseSessionTxn t) {
            return t.hasPaths() ? t.paths2Delete().toString() : "";
        } else if (txn instanceof ErrorTxn t) {
            return t.err() + " " + ErrorCode.of(t.err());
        }
        return ((MultiTxn) txn)
                .txns().stream()
                        .map(sub -> OpCode.name(sub.type()) + ":" + body(sub.txn()))
                        .collect(Collectors.joining(";"));
    }

    private static String join(Object... values) {
        return List.of(values).stream().map(Object::toString).collect(Collectors.joining(","));
    }

    static String json(LoggedTxn logged) {
        TxnHeader header = logged.header();
        Json json = new Json()
                .hex("zxid", header.zxid())
                .text("time", Texts.time(header.time()))
                .hex("session", header.clientId())
                .number("cxid", header.cxid())
                .text("type", OpCode.name(header.type()));
        addBody(json, logged.txn());
        if (logged.digest() != null) {
            json.hex("digest", logged.digest().treeDigest());
        }
        return json.toString();
    }

    private static void addBody(Json json, Txn txn) {
        if (txn instanceof CreateTxn t) {
            json.text("path", t.path()).bytes("data", t.data()).raw("acl", Texts.aclJson(t.acl()));
            json.flag("ephemeral", t.ephemeral()).number("parentCVersion", t.parentCVersion());
        } else if (txn instanceof CreateContainerTxn t) {
            json.text("path", t.path()).bytes("data", t.data()).raw("acl", Texts.aclJson(t.acl()));
            json.number("parentCVersion", t.parentCVersion());
        } else if (txn instanceof CreateTtlTxn t) {
            json.text("path", t.path()).bytes("data", t.data()).raw("acl", Texts.aclJson(t.acl()));
            json.number("parentCVersion", t.parentCVersion()).number("ttl", t.ttl());
        } else if (txn instanceof DeleteTxn t) {
            json.text("path", t.path());
        } else if (txn instanceof SetDataTxn t) {
            json.text("path", t.path()).bytes("data", t.data()).number("version", t.version());
        } else if (txn instanceof SetAclTxn t) {
            json.text("path", t.path()).raw("acl", Texts.aclJson(t.acl())).number("version", t.version());
        } else if (txn instanceof CheckVersionTxn t) {
            json.text("path", t.path()).number("version", t.version());
        } else if (txn instanceof CreateSessionTxn t) {
            json.number("timeoutMs", t.timeoutMs());
        } else if (txn instanceof CloseSessionTxn t) {
            json.raw("paths", t.hasPaths() ? Json.array(t.paths2Delete()) : "null");
        } else if (txn instanceof ErrorTxn t) {
            json.number("error", t.err());
        } else if (txn instanceof MultiTxn t) {
            json.raw("txns", t.txns().stream().map(TxnFormat::subJson).collect(Collectors.joining(",", "[", "]")));
        }
    }

    private static String subJson(MultiTxn.SubTxn sub) {
        Json json = new Json().text("type", OpCode.name(sub.type()));
        addBody(json, sub.txn());
        return json.toString();
    }
}
