package io.lyrebird.wire;

import io.lyrebird.wire.client.ConnectRequest;
import io.lyrebird.wire.client.ConnectResponse;
import io.lyrebird.wire.client.Create2Response;
import io.lyrebird.wire.client.CreateResponse;
import io.lyrebird.wire.client.EmptyResponse;
import io.lyrebird.wire.client.ErrorResponse;
import io.lyrebird.wire.client.ExistsResponse;
import io.lyrebird.wire.client.GetAclResponse;
import io.lyrebird.wire.client.GetAllChildrenNumberResponse;
import io.lyrebird.wire.client.GetChildren2Response;
import io.lyrebird.wire.client.GetChildrenResponse;
import io.lyrebird.wire.client.GetDataResponse;
import io.lyrebird.wire.client.GetEphemeralsResponse;
import io.lyrebird.wire.client.MultiResponse;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.ReplyHeader;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.RequestHeader;
import io.lyrebird.wire.client.Response;
import io.lyrebird.wire.client.SaslResponse;
import io.lyrebird.wire.client.SetAclResponse;
import io.lyrebird.wire.client.SetDataResponse;
import io.lyrebird.wire.client.SyncResponse;
import io.lyrebird.wire.client.WatcherEvent;
import io.lyrebird.wire.client.WhoAmIResponse;
import io.lyrebird.wire.txn.LoggedTxn;
import io.lyrebird.wire.txn.TxnCodec;
import io.lyrebird.wire.txn.TxnDigest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One way of decoding, with samples to try it on. {@link #ALL} are all there are.
 *
 * @param optionalTails how many bytes short of its end a sample may still be complete
 */
record Codec<T>(
        String name,
        Function<Samples, T> sample,
        BiConsumer<T, ByteBuf> encode,
        Function<ByteBuf, T> decode,
        List<Integer> optionalTails) {
    static final List<Codec<?>> ALL = all();

    byte[] encoded(T record) {
        ByteBuf out = Unpooled.buffer();
        encode.accept(record, out);
        return ByteBufUtil.getBytes(out);
    }

    byte[] encodedSample(Samples samples) {
        return encoded(sample.apply(samples));
    }

    @Override
    public String toString() {
        return name;
    }

    private static List<Codec<?>> all() {
        List<Codec<?>> all = new ArrayList<>();
        for (int type : Samples.REQUEST_TYPES) {
            all.add(new Codec<>(
                    OpCode.name(type) + " request",
                    samples -> samples.request(type),
                    (request, out) -> RequestCodec.encode(type, request, out),
                    in -> RequestCodec.decode(type, in),
                    List.of()));
        }
        for (int type : Samples.TXN_TYPES) {
            all.add(txn(type, "", s -> null, type == OpCode.CREATE ? List.of(4) : List.of()));
            all.add(txn(type, " with digest", Samples::digest, type == OpCode.CREATE ? List.of(12, 16) : List.of(12)));
        }
        addResponses(all);
        addConnectionRecords(all);
        return all;
    }

    private static Codec<LoggedTxn> txn(
            int type, String suffix, Function<Samples, TxnDigest> digest, List<Integer> tails) {
        return new Codec<>(
                OpCode.name(type) + " txn" + suffix,
                s -> new LoggedTxn(s.header(type), s.txn(type), digest.apply(s)),
                (logged, out) -> out.writeBytes(TxnCodec.encode(logged.header(), logged.txn(), logged.digest())),
                TxnCodec::decode,
                tails);
    }

    private static void addResponses(List<Codec<?>> all) {
        add(all, s -> new CreateResponse(s.aStringOrNull()), CreateResponse::decode);
        add(all, s -> new Create2Response(s.aStringOrNull(), s.stat()), Create2Response::decode);
        add(all, s -> new SetDataResponse(s.stat()), SetDataResponse::decode);
        add(all, s -> new ExistsResponse(s.stat()), ExistsResponse::decode);
        add(all, s -> new SetAclResponse(s.stat()), SetAclResponse::decode);
        add(all, s -> new GetDataResponse(s.bytesOrNull(), s.stat()), GetDataResponse::decode);
        add(all, s -> new GetAclResponse(s.acls(), s.stat()), GetAclResponse::decode);
        add(all, s -> new GetChildrenResponse(s.strings()), GetChildrenResponse::decode);
        add(all, s -> new GetChildren2Response(s.strings(), s.stat()), GetChildren2Response::decode);
        add(all, s -> new SyncResponse(s.aStringOrNull()), SyncResponse::decode);
        add(all, s -> new GetEphemeralsResponse(s.strings()), GetEphemeralsResponse::decode);
        add(all, s -> new GetAllChildrenNumberResponse(s.anInt()), GetAllChildrenNumberResponse::decode);
        add(all, s -> new SaslResponse(s.bytesOrNull()), SaslResponse::decode);
        add(all, s -> new ErrorResponse(s.anInt()), ErrorResponse::decode);
        add(all, s -> new EmptyResponse(), EmptyResponse::decode);
        add(all, s -> new WhoAmIResponse(s.aListOrNull(s::clientInfo)), WhoAmIResponse::decode);
        add(all, s -> new MultiResponse(s.aList(s::opResult)), MultiResponse::decode);
    }

    private static <T extends Response> void add(
            List<Codec<?>> all, Function<Samples, T> sample, Function<ByteBuf, T> decode) {
        String name = sample.apply(new Samples(0)).getClass().getSimpleName();
        all.add(new Codec<>(name, sample, Response::encode, decode, List.of()));
    }

    private static void addConnectionRecords(List<Codec<?>> all) {
        all.add(new Codec<>(
                "RequestHeader",
                s -> new RequestHeader(s.anInt(), s.anInt()),
                RequestHeader::encode,
                RequestHeader::decode,
                List.of()));
        all.add(new Codec<>(
                "ReplyHeader",
                s -> new ReplyHeader(s.anInt(), s.aLong(), s.anInt()),
                ReplyHeader::encode,
                ReplyHeader::decode,
                List.of()));
        all.add(new Codec<>(
                "WatcherEvent",
                s -> new WatcherEvent(s.anInt(), s.anInt(), s.aStringOrNull()),
                WatcherEvent::encode,
                WatcherEvent::decode,
                List.of()));
        all.add(new Codec<>(
                "ConnectRequest",
                s -> new ConnectRequest(
                        s.anInt(), s.aLong(), s.anInt(), s.aLong(), s.bytesOrNull(), s.aBoolean(), true),
                ConnectRequest::encode,
                ConnectRequest::decode,
                List.of(1)));
        all.add(new Codec<>(
                "ConnectRequest without readOnly",
                s -> new ConnectRequest(s.anInt(), s.aLong(), s.anInt(), s.aLong(), s.bytesOrNull(), false, false),
                ConnectRequest::encode,
                ConnectRequest::decode,
                List.of()));
        all.add(new Codec<>(
                "ConnectResponse",
                s -> new ConnectResponse(s.anInt(), s.anInt(), s.aLong(), s.bytesOrNull(), s.aBoolean()),
                (response, out) -> response.encode(out, true),
                ConnectResponse::decode,
                List.of(1)));
        all.add(new Codec<>(
                "ConnectResponse without readOnly",
                s -> new ConnectResponse(s.anInt(), s.anInt(), s.aLong(), s.bytesOrNull(), false),
                (response, out) -> response.encode(out, false),
                ConnectResponse::decode,
                List.of()));
    }
}
