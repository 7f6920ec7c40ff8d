package io.lyrebird.wire;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.AddWatchRequest;
import io.lyrebird.wire.client.AuthPacket;
import io.lyrebird.wire.client.CheckVersionRequest;
import io.lyrebird.wire.client.CheckWatchesRequest;
import io.lyrebird.wire.client.CloseSessionRequest;
import io.lyrebird.wire.client.CreateRequest;
import io.lyrebird.wire.client.CreateSessionRequest;
import io.lyrebird.wire.client.CreateTtlRequest;
import io.lyrebird.wire.client.DeleteContainerRequest;
import io.lyrebird.wire.client.DeleteRequest;
import io.lyrebird.wire.client.ExistsRequest;
import io.lyrebird.wire.client.GetAclRequest;
import io.lyrebird.wire.client.GetAllChildrenNumberRequest;
import io.lyrebird.wire.client.GetChildrenRequest;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.GetEphemeralsRequest;
import io.lyrebird.wire.client.MultiRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.OpResult;
import io.lyrebird.wire.client.PingRequest;
import io.lyrebird.wire.client.ReconfigRequest;
import io.lyrebird.wire.client.RemoveWatchesRequest;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.SaslRequest;
import io.lyrebird.wire.client.SetAclRequest;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.client.SetWatchesRequest;
import io.lyrebird.wire.client.Stat;
import io.lyrebird.wire.client.SyncRequest;
import io.lyrebird.wire.client.WhoAmIRequest;
import io.lyrebird.wire.client.WhoAmIResponse.ClientInfo;
import io.lyrebird.wire.txn.CheckVersionTxn;
import io.lyrebird.wire.txn.CloseSessionTxn;
import io.lyrebird.wire.txn.CreateContainerTxn;
import io.lyrebird.wire.txn.CreateSessionTxn;
import io.lyrebird.wire.txn.CreateTtlTxn;
import io.lyrebird.wire.txn.CreateTxn;
import io.lyrebird.wire.txn.DeleteTxn;
import io.lyrebird.wire.txn.ErrorTxn;
import io.lyrebird.wire.txn.MultiTxn;
import io.lyrebird.wire.txn.MultiTxn.SubTxn;
import io.lyrebird.wire.txn.SetAclTxn;
import io.lyrebird.wire.txn.SetDataTxn;
import io.lyrebird.wire.txn.Txn;
import io.lyrebird.wire.txn.TxnDigest;
import io.lyrebird.wire.txn.TxnHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Records with arbitrary contents, from a seed; edge values are as likely as ordinary ones. */
public final class Samples {
    /** What requests a client or a peer can send, with the types that share a body each on its own. */
    public static final List<Integer> REQUEST_TYPES = List.of(
            OpCode.CREATE,
            OpCode.DELETE,
            OpCode.EXISTS,
            OpCode.GET_DATA,
            OpCode.SET_DATA,
            OpCode.GET_ACL,
            OpCode.SET_ACL,
            OpCode.GET_CHILDREN,
            OpCode.SYNC,
            OpCode.PING,
            OpCode.GET_CHILDREN2,
            OpCode.CHECK,
            OpCode.MULTI,
            OpCode.CREATE2,
            OpCode.RECONFIG,
            OpCode.CHECK_WATCHES,
            OpCode.REMOVE_WATCHES,
            OpCode.CREATE_CONTAINER,
            OpCode.DELETE_CONTAINER,
            OpCode.CREATE_TTL,
            OpCode.MULTI_READ,
            OpCode.AUTH,
            OpCode.SET_WATCHES,
            OpCode.SASL,
            OpCode.GET_EPHEMERALS,
            OpCode.GET_ALL_CHILDREN_NUMBER,
            OpCode.SET_WATCHES2,
            OpCode.ADD_WATCH,
            OpCode.WHO_AM_I,
            OpCode.CREATE_SESSION,
            OpCode.CLOSE_SESSION);

    public static final List<Integer> TXN_TYPES = List.of(
            OpCode.CREATE,
            OpCode.CREATE2,
            OpCode.CREATE_TTL,
            OpCode.CREATE_CONTAINER,
            OpCode.DELETE,
            OpCode.DELETE_CONTAINER,
            OpCode.SET_DATA,
            OpCode.RECONFIG,
            OpCode.SET_ACL,
            OpCode.CREATE_SESSION,
            OpCode.CLOSE_SESSION,
            OpCode.ERROR,
            OpCode.MULTI);

    private static final List<Integer> SUB_TXN_TYPES = List.of(
            OpCode.CREATE,
            OpCode.CREATE2,
            OpCode.CREATE_TTL,
            OpCode.CREATE_CONTAINER,
            OpCode.DELETE,
            OpCode.DELETE_CONTAINER,
            OpCode.SET_DATA,
            OpCode.CHECK,
            OpCode.ERROR);

    private static final String[] ALPHABET = {"/", "a", "Z", "0", "-", "\0", "\u007f", "é", "߿", "ࠀ", "語", "\uffff"};

    private final Random random;

    public Samples(long seed) {
        random = new Random(seed);
    }

    public int anInt() {
        return switch (random.nextInt(4)) {
            case 0 -> -1;
            case 1 -> random.nextInt(1000);
            default -> random.nextInt();
        };
    }

    public long aLong() {
        return random.nextInt(4) == 0 ? anInt() : random.nextLong();
    }

    public boolean aBoolean() {
        return random.nextBoolean();
    }

    /** Without surrogates, which do not survive: see {@link Jute}. */
    public String aString() {
        int length = random.nextInt(5) == 0 ? 0 : random.nextInt(12);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(ALPHABET[random.nextInt(ALPHABET.length)]);
        }
        return text.toString();
    }

    public String aStringOrNull() {
        return random.nextInt(10) == 0 ? null : aString();
    }

    public byte[] bytesOrNull() {
        if (random.nextInt(10) == 0) {
            return null;
        }
        byte[] bytes = new byte[random.nextInt(4) == 0 ? 0 : random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    public <T> List<T> aList(Supplier<T> element) {
        int count = random.nextInt(4);
        List<T> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(element.get());
        }
        return list;
    }

    public <T> List<T> aListOrNull(Supplier<T> element) {
        return random.nextInt(10) == 0 ? null : aList(element);
    }

    public List<String> strings() {
        return aListOrNull(this::aStringOrNull);
    }

    public Acl acl() {
        return new Acl(anInt(), aStringOrNull(), aStringOrNull());
    }

    public List<Acl> acls() {
        return aListOrNull(this::acl);
    }

    public Stat stat() {
        return new Stat(
                aLong(), aLong(), aLong(), aLong(), anInt(), anInt(), anInt(), aLong(), anInt(), anInt(), aLong());
    }

    public ClientInfo clientInfo() {
        return new ClientInfo(aStringOrNull(), aStringOrNull());
    }

    public Request request(int type) {
        return switch (type) {
            case OpCode.CREATE, OpCode.CREATE2, OpCode.CREATE_CONTAINER ->
                new CreateRequest(aStringOrNull(), bytesOrNull(), acls(), anInt());
            case OpCode.CREATE_TTL -> new CreateTtlRequest(aStringOrNull(), bytesOrNull(), acls(), anInt(), aLong());
            case OpCode.DELETE -> new DeleteRequest(aStringOrNull(), anInt());
            case OpCode.DELETE_CONTAINER -> new DeleteContainerRequest(aString());
            case OpCode.EXISTS -> new ExistsRequest(aStringOrNull(), aBoolean());
            case OpCode.GET_DATA -> new GetDataRequest(aStringOrNull(), aBoolean());
            case OpCode.SET_DATA -> new SetDataRequest(aStringOrNull(), bytesOrNull(), anInt());
            case OpCode.GET_ACL -> new GetAclRequest(aStringOrNull());
            case OpCode.SET_ACL -> new SetAclRequest(aStringOrNull(), acls(), anInt());
            case OpCode.GET_CHILDREN, OpCode.GET_CHILDREN2 -> new GetChildrenRequest(aStringOrNull(), aBoolean());
            case OpCode.SYNC -> new SyncRequest(aStringOrNull());
            case OpCode.PING -> new PingRequest();
            case OpCode.CHECK -> new CheckVersionRequest(aStringOrNull(), anInt());
            case OpCode.MULTI -> new MultiRequest(aList(this::writeOp));
            case OpCode.MULTI_READ -> new MultiRequest(aList(this::readOp));
            case OpCode.RECONFIG -> new ReconfigRequest(aStringOrNull(), aStringOrNull(), aStringOrNull(), aLong());
            case OpCode.CHECK_WATCHES -> new CheckWatchesRequest(aStringOrNull(), anInt());
            case OpCode.REMOVE_WATCHES -> new RemoveWatchesRequest(aStringOrNull(), anInt());
            case OpCode.AUTH -> new AuthPacket(anInt(), aStringOrNull(), bytesOrNull());
            case OpCode.SET_WATCHES ->
                new SetWatchesRequest(aLong(), strings(), strings(), strings(), List.of(), List.of());
            case OpCode.SET_WATCHES2 ->
                new SetWatchesRequest(aLong(), strings(), strings(), strings(), strings(), strings());
            case OpCode.SASL -> new SaslRequest(bytesOrNull());
            case OpCode.GET_EPHEMERALS -> new GetEphemeralsRequest(aStringOrNull());
            case OpCode.GET_ALL_CHILDREN_NUMBER -> new GetAllChildrenNumberRequest(aStringOrNull());
            case OpCode.ADD_WATCH -> new AddWatchRequest(aStringOrNull(), anInt());
            case OpCode.WHO_AM_I -> new WhoAmIRequest();
            case OpCode.CREATE_SESSION -> new CreateSessionRequest(anInt());
            case OpCode.CLOSE_SESSION -> new CloseSessionRequest();
            default -> throw new IllegalArgumentException(OpCode.name(type));
        };
    }

    private MultiRequest.Op writeOp() {
        String path = aString();
        return switch (random.nextInt(7)) {
            case 0 -> new MultiRequest.Op(OpCode.CREATE, createWithFlags(path, random.nextInt(4)));
            case 1 -> new MultiRequest.Op(OpCode.CREATE2, createWithFlags(path, random.nextInt(4)));
            case 2 -> new MultiRequest.Op(OpCode.CREATE_CONTAINER, createWithFlags(path, 4));
            case 3 ->
                new MultiRequest.Op(
                        OpCode.CREATE_TTL,
                        new CreateTtlRequest(path, bytesOrNull(), aList(this::acl), 5 + random.nextInt(2), aLong()));
            case 4 -> new MultiRequest.Op(OpCode.DELETE, new DeleteRequest(path, anInt()));
            case 5 -> new MultiRequest.Op(OpCode.SET_DATA, new SetDataRequest(path, bytesOrNull(), anInt()));
            default -> new MultiRequest.Op(OpCode.CHECK, new CheckVersionRequest(path, anInt()));
        };
    }

    private CreateRequest createWithFlags(String path, int flags) {
        return new CreateRequest(path, bytesOrNull(), aList(this::acl), flags);
    }

    private MultiRequest.Op readOp() {
        return aBoolean()
                ? new MultiRequest.Op(OpCode.GET_CHILDREN, new GetChildrenRequest(aString(), false))
                : new MultiRequest.Op(OpCode.GET_DATA, new GetDataRequest(aString(), false));
    }

    public OpResult opResult() {
        return switch (random.nextInt(8)) {
            case 0 -> new OpResult.CreateResult(aStringOrNull());
            case 1 -> new OpResult.Create2Result(aStringOrNull(), stat());
            case 2 -> new OpResult.DeleteResult();
            case 3 -> new OpResult.CheckResult();
            case 4 -> new OpResult.SetDataResult(stat());
            case 5 -> new OpResult.GetChildrenResult(strings());
            case 6 -> new OpResult.GetDataResult(bytesOrNull(), stat());
            default -> new OpResult.ErrorResult(anInt());
        };
    }

    public Txn txn(int type) {
        return switch (type) {
            case OpCode.CREATE, OpCode.CREATE2 ->
                new CreateTxn(aStringOrNull(), bytesOrNull(), acls(), aBoolean(), anInt());
            case OpCode.CREATE_TTL -> new CreateTtlTxn(aStringOrNull(), bytesOrNull(), acls(), anInt(), aLong());
            case OpCode.CREATE_CONTAINER -> new CreateContainerTxn(aStringOrNull(), bytesOrNull(), acls(), anInt());
            case OpCode.DELETE, OpCode.DELETE_CONTAINER -> new DeleteTxn(aStringOrNull());
            case OpCode.SET_DATA, OpCode.RECONFIG -> new SetDataTxn(aStringOrNull(), bytesOrNull(), anInt());
            case OpCode.SET_ACL -> new SetAclTxn(aStringOrNull(), acls(), anInt());
            case OpCode.CHECK -> new CheckVersionTxn(aStringOrNull(), anInt());
            case OpCode.CREATE_SESSION -> new CreateSessionTxn(anInt());
            case OpCode.CLOSE_SESSION -> new CloseSessionTxn(aList(() -> "/" + aString()));
            case OpCode.ERROR -> new ErrorTxn(anInt());
            case OpCode.MULTI -> new MultiTxn(aList(this::subTxn));
            default -> throw new IllegalArgumentException(OpCode.name(type));
        };
    }

    private SubTxn subTxn() {
        int type = SUB_TXN_TYPES.get(random.nextInt(SUB_TXN_TYPES.size()));
        return new SubTxn(type, txn(type));
    }

    public TxnHeader header(int type) {
        return new TxnHeader(aLong(), anInt(), aLong(), aLong(), type);
    }

    public TxnDigest digest() {
        return new TxnDigest(anInt(), aLong());
    }
}
