package io.lyrebird.wire.client;

import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** The result of one operation in a multi. */
public sealed interface OpResult {
    /** The type in front of the result; it need not be the operation's: see {@link Create2Result}. */
    int type();

    /** The body alone. */
    void encode(ByteBuf out);

    record CreateResult(String path) implements OpResult {
        @Override
        public int type() {
            return OpCode.CREATE;
        }

        @Override
        public void encode(ByteBuf out) {
            new CreateResponse(path).encode(out);
        }
    }

    /** Of create2, createTTL and createContainer, all of which answer as create2. */
    record Create2Result(String path, Stat stat) implements OpResult {
        @Override
        public int type() {
            return OpCode.CREATE2;
        }

        @Override
        public void encode(ByteBuf out) {
            new Create2Response(path, stat).encode(out);
        }
    }

    record DeleteResult() implements OpResult {
        @Override
        public int type() {
            return OpCode.DELETE;
        }

        @Override
        public void encode(ByteBuf out) {}
    }

    record CheckResult() implements OpResult {
        @Override
        public int type() {
            return OpCode.CHECK;
        }

        @Override
        public void encode(ByteBuf out) {}
    }

    record SetDataResult(Stat stat) implements OpResult {
        @Override
        public int type() {
            return OpCode.SET_DATA;
        }

        @Override
        public void encode(ByteBuf out) {
            stat.encode(out);
        }
    }

    record GetChildrenResult(List<String> children) implements OpResult {
        @Override
        public int type() {
            return OpCode.GET_CHILDREN;
        }

        @Override
        public void encode(ByteBuf out) {
            new GetChildrenResponse(children).encode(out);
        }
    }

    record GetDataResult(byte[] data, Stat stat) implements OpResult {
        @Override
        public int type() {
            return OpCode.GET_DATA;
        }

        @Override
        public void encode(ByteBuf out) {
            new GetDataResponse(data, stat).encode(out);
        }
    }

    /** Of an operation that failed, of those before it (err 0) and after it (RuntimeInconsistency) in a multi. */
    record ErrorResult(int err) implements OpResult {
        @Override
        public int type() {
            return OpCode.ERROR;
        }

        @Override
        public void encode(ByteBuf out) {
            out.writeInt(err);
        }
    }

    /** The body that follows a header of this type. */
    static OpResult decode(int type, ByteBuf in) {
        return switch (type) {
            case OpCode.CREATE -> new CreateResult(CreateResponse.decode(in).path());
            case OpCode.CREATE2 -> {
                Create2Response created = Create2Response.decode(in);
                yield new Create2Result(created.path(), created.stat());
            }
            case OpCode.DELETE -> new DeleteResult();
            case OpCode.CHECK -> new CheckResult();
            case OpCode.SET_DATA -> new SetDataResult(Stat.decode(in));
            case OpCode.GET_CHILDREN ->
                new GetChildrenResult(GetChildrenResponse.decode(in).children());
            case OpCode.GET_DATA -> {
                GetDataResponse got = GetDataResponse.decode(in);
                yield new GetDataResult(got.data(), got.stat());
            }
            case OpCode.ERROR -> new ErrorResult(ErrorResponse.decode(in).err());
            default -> throw new MalformedException("a result of " + OpCode.name(type) + " in a multi");
        };
    }
}
