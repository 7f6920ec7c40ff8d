package io.lyrebird.wire.txn;

import io.lyrebird.wire.Check;
import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.lyrebird.wire.client.OpCode;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** Several txns that are applied as one. If one of them is an {@link ErrorTxn}, none of them changes anything. */
public record MultiTxn(List<SubTxn> txns) implements Txn {
    /** One of them: its type, then its body as a buffer of its own. */
    public record SubTxn(int type, Txn txn) {
        private static final int BYTES_MIN = 2 * Integer.BYTES;

        public SubTxn {
            Check.that(TxnCodec.fitsInMulti(type, txn), "the body of a txn in a multi does not fit its type");
        }

        private void encode(ByteBuf out) {
            out.writeInt(type);
            out.writeInt(txn.size());
            txn.encode(out);
        }

        private static SubTxn decode(ByteBuf in) {
            int type = Jute.readInt(in);
            int length = Jute.readInt(in);
            if (length < 0 || length > in.readableBytes()) {
                throw new MalformedException(OpCode.name(type) + " txn of " + length + " bytes in a multi, but "
                        + in.readableBytes() + " bytes remain at offset " + in.readerIndex());
            }
            return new SubTxn(type, TxnCodec.decodeSubTxn(type, in.readSlice(length)));
        }

        private int size() {
            return BYTES_MIN + txn.size();
        }
    }

    @Override
    public void encode(ByteBuf out) {
        Jute.writeVector(out, txns, (buf, txn) -> txn.encode(buf));
    }

    public static MultiTxn decode(ByteBuf in) {
        List<SubTxn> txns = Jute.readVector(in, SubTxn.BYTES_MIN, SubTxn::decode);
        if (txns == null) {
            throw new MalformedException("a multi without a list of txns");
        }
        return new MultiTxn(txns);
    }

    @Override
    public int size() {
        return Jute.sizeOf(txns, SubTxn::size);
    }
}
