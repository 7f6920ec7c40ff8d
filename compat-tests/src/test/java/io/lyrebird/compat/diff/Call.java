package io.lyrebird.compat.diff;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.jute.BinaryOutputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.proto.RequestHeader;

/** One request, for any server: its type, a text that a reader understands, and how to make its body. */
record Call(int type, Integer xid, String text, Function<Bindings, byte[]> body) {
    interface Writer {
        void write(Bindings bindings, BinaryOutputArchive out) throws IOException;
    }

    static Call of(int type, String text, Function<Bindings, Record> body) {
        return written(type, text, (bindings, out) -> body.apply(bindings).serialize(out, "request"));
    }

    /** A body that is no record of Apache's, or not quite. */
    static Call written(int type, String text, Writer writer) {
        return new Call(type, null, text, bindings -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try {
                writer.write(bindings, BinaryOutputArchive.getArchive(bytes));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        });
    }

    static Call empty(int type, String text) {
        return new Call(type, null, text, bindings -> new byte[0]);
    }

    /** With the xid that clients reserve for this kind of request, instead of the next one of the connection. */
    Call withXid(int fixed) {
        return new Call(type, fixed, text + " xid=" + fixed, body);
    }

    /** The body ends early, after this share of its bytes. */
    Call cutAfter(int permille) {
        return new Call(type, xid, text + " CUT after " + permille + "/1000", bindings -> {
            byte[] whole = body.apply(bindings);
            return Arrays.copyOf(whole, (int) ((long) whole.length * permille / 1000));
        });
    }

    /** Bytes follow the body that do not belong to it. */
    Call withExcess(int count) {
        return new Call(type, xid, text + " and " + count + " bytes too many", bindings -> {
            byte[] whole = body.apply(bindings);
            byte[] longer = Arrays.copyOf(whole, whole.length + count);
            Arrays.fill(longer, whole.length, longer.length, (byte) 0x5a);
            return longer;
        });
    }

    byte[] frame(int nextXid, Bindings bindings) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            new RequestHeader(xid == null ? nextXid : xid, type)
                    .serialize(BinaryOutputArchive.getArchive(bytes), "header");
            bytes.write(body.apply(bindings));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @Override
    public String toString() {
        return text;
    }
}
