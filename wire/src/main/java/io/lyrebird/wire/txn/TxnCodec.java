package io.lyrebird.wire.txn;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.OpCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A txn as bytes, exactly as Apache writes it to its log and proposes it: header, body, and the digest if there is one.
 */
public final class TxnCodec {
    private TxnCodec() {}

    /** The digest may be null. */
    public static byte[] encode(TxnHeader header, Txn txn, TxnDigest digest) {
        byte[] bytes = new byte[size(txn, digest)];
        ByteBuf out = Unpooled.wrappedBuffer(bytes).clear();
        encode(header, txn, digest, out);
        Check.that(!out.isWritable(), "a txn took fewer bytes than its size");
        return bytes;
    }

    /** Writes {@link #size} bytes; the digest may be null. */
    public static void encode(TxnHeader header, Txn txn, TxnDigest digest, ByteBuf out) {
        Check.that(fits(header.type(), txn), "the body of a txn does not fit its type");
        header.encode(out);
        txn.encode(out);
        if (digest != null) {
            digest.encode(out);
        }
    }

    public static int size(Txn txn, TxnDigest digest) {
        return TxnHeader.BYTES + txn.size() + (digest == null ? 0 : TxnDigest.BYTES);
    }

    public static LoggedTxn decode(byte[] bytes) {
        return decode(Unpooled.wrappedBuffer(bytes));
    }

    /**
     * The buffer must end where the txn ends, since what is optional is known only by that. Bytes after the digest are
     * left unread: that is how a later version would add to it, as 3.6 added the digest.
     */
    public static LoggedTxn decode(ByteBuf in) {
        TxnHeader header = TxnHeader.decode(in);
        try {
            Txn txn = decodeTxn(header.type(), in);
            TxnDigest digest = in.isReadable() ? TxnDigest.decode(in) : null;
            return new LoggedTxn(header, txn, digest);
        } catch (MalformedException e) {
            throw new MalformedException(
                    OpCode.name(header.type()) + " txn 0x" + Long.toHexString(header.zxid()) + ": " + e.getMessage());
        }
    }

    public static TxnHeader decodeHeader(byte[] bytes) {
        return TxnHeader.decode(Unpooled.wrappedBuffer(bytes));
    }

    private static Txn decodeTxn(int type, ByteBuf in) {
        return switch (type) {
            case OpCode.CREATE -> CreateTxn.decodeMaybeV0(in);
            case OpCode.SET_ACL -> SetAclTxn.decode(in);
            case OpCode.RECONFIG -> SetDataTxn.decode(in);
            case OpCode.MULTI -> MultiTxn.decode(in);
            case OpCode.CREATE_SESSION -> CreateSessionTxn.decode(in);
            case OpCode.CLOSE_SESSION -> decodeCloseSession(in);
            case OpCode.CHECK -> throw new MalformedException("only possible inside a multi");
            default -> decodeSubTxn(type, in);
        };
    }

    /** The types Apache allows inside a multi; a multi is not one of them. */
    static Txn decodeSubTxn(int type, ByteBuf in) {
        return switch (type) {
            case OpCode.CREATE, OpCode.CREATE2 -> CreateTxn.decode(in);
            case OpCode.CREATE_TTL -> CreateTtlTxn.decode(in);
            case OpCode.CREATE_CONTAINER -> CreateContainerTxn.decode(in);
            case OpCode.DELETE, OpCode.DELETE_CONTAINER -> DeleteTxn.decode(in);
            case OpCode.SET_DATA -> SetDataTxn.decode(in);
            case OpCode.CHECK -> CheckVersionTxn.decode(in);
            case OpCode.ERROR -> ErrorTxn.decode(in);
            default -> throw new MalformedException("no txn has the type " + type);
        };
    }

    /**
     * With a body, or without; and without one a digest may follow. That cannot be taken for a body: it would be two
     * paths, and both of them empty.
     */
    private static Txn decodeCloseSession(ByteBuf in) {
        boolean onlyDigest =
                in.readableBytes() == TxnDigest.BYTES && in.getInt(in.readerIndex()) == TxnDigest.APACHE_VERSION;
        return onlyDigest || !in.isReadable() ? CloseSessionTxn.WITHOUT_PATHS : CloseSessionTxn.decode(in);
    }

    private static boolean fits(int type, Txn txn) {
        return switch (type) {
            case OpCode.RECONFIG -> txn instanceof SetDataTxn;
            case OpCode.SET_ACL -> txn instanceof SetAclTxn;
            case OpCode.MULTI -> txn instanceof MultiTxn;
            case OpCode.CREATE_SESSION -> txn instanceof CreateSessionTxn;
            case OpCode.CLOSE_SESSION -> txn instanceof CloseSessionTxn;
            case OpCode.CHECK -> false;
            default -> fitsInMulti(type, txn);
        };
    }

    static boolean fitsInMulti(int type, Txn txn) {
        return switch (type) {
            case OpCode.CREATE, OpCode.CREATE2 -> txn instanceof CreateTxn;
            case OpCode.CREATE_TTL -> txn instanceof CreateTtlTxn;
            case OpCode.CREATE_CONTAINER -> txn instanceof CreateContainerTxn;
            case OpCode.DELETE, OpCode.DELETE_CONTAINER -> txn instanceof DeleteTxn;
            case OpCode.SET_DATA -> txn instanceof SetDataTxn;
            case OpCode.CHECK -> txn instanceof CheckVersionTxn;
            case OpCode.ERROR -> txn instanceof ErrorTxn;
            default -> false;
        };
    }
}
