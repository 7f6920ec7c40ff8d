package io.lyrebird.server.request;

import io.lyrebird.server.tree.TreeDigest;
import io.lyrebird.server.tree.Znode;
import io.lyrebird.wire.client.CreateMode;
import io.lyrebird.wire.client.ErrorCode;
import io.lyrebird.wire.client.GetDataRequest;
import io.lyrebird.wire.client.OpCode;
import io.lyrebird.wire.client.Request;
import io.lyrebird.wire.client.RequestCodec;
import io.lyrebird.wire.client.SetDataRequest;
import io.lyrebird.wire.txn.TxnCodec;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a request costs between the socket and the disk, piece by piece: for profiles, not for claims. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class InnerLoops {
    private static final int DATA_BYTES = 100;

    @Param({"1000", "1000000"})
    public int nodes;

    private final ReadBed reads = new ReadBed();
    private final TestBed bed = reads.bed;
    private final TreeApplier applier = new TreeApplier(bed.tree, bed.sessions, bed.quotas, WatchTrigger.NONE);
    private final ByteBuf out = Unpooled.buffer(1024);
    private final byte[] data = new byte[DATA_BYTES];
    private final TreeDigest digest = new TreeDigest();
    private final ReadContext context = new ReadContext(bed.tree, bed.authorizer, ReadBed.MULTI_READ_BYTES_MAX);
    private byte[][] paths;
    private ByteBuf[] getData;
    private SetDataRequest[] setData;
    private ByteBuf setDataFrame;
    private PreparedTxn prepared;
    private int next;

    @Setup
    public void fill() {
        paths = new byte[nodes][];
        getData = new ByteBuf[nodes];
        setData = new SetDataRequest[nodes];
        bed.tree.create("/bench", data, null, 0, -1, 1, 1);
        for (int i = 0; i < nodes; i++) {
            String path = "/bench/node-" + i;
            bed.tree.create(path, data, null, 0, -1, 1, 1);
            paths[i] = path.getBytes(StandardCharsets.UTF_8);
            getData[i] = encoded(OpCode.GET_DATA, new GetDataRequest(path, false));
            setData[i] = new SetDataRequest(path, data, -1);
        }
        setDataFrame = encoded(OpCode.SET_DATA, setData[0]);
        prepared = bed.prepare(OpCode.SET_DATA, setData[0]);
        apply();
    }

    private static ByteBuf encoded(int opCode, Request request) {
        ByteBuf buffer = Unpooled.buffer();
        RequestCodec.encode(opCode, request, buffer);
        return buffer;
    }

    private ApplyResult apply() {
        PreparedTxn txn = bed.prepared.remove();
        ApplyResult result = applier.apply(txn.header(), txn.txn());
        bed.preparer.applied(txn.header().zxid());
        return result;
    }

    /** Uniform enough, and far enough apart for the caches. */
    private int pick() {
        next += 0x9E3779B9;
        return (int) ((next & 0xFFFFFFFFL) * nodes >>> 32);
    }

    @Benchmark
    public Znode find() {
        byte[] path = paths[pick()];
        return bed.tree.find(path, 0, path.length);
    }

    @Benchmark
    public ErrorCode answerGetData() {
        out.clear();
        ByteBuf in = getData[pick()];
        in.readerIndex(0);
        context.of(TestBed.SESSION, TestBed.ANYBODY, null);
        return ReadOperations.of(OpCode.GET_DATA).answer(context, in, out);
    }

    @Benchmark
    public Object decodeSetData() {
        setDataFrame.readerIndex(0);
        return RequestCodec.decode(OpCode.SET_DATA, setDataFrame);
    }

    @Benchmark
    public byte[] encodeTxn() {
        return TxnCodec.encode(prepared.header(), prepared.txn(), prepared.digest());
    }

    @Benchmark
    public ApplyResult prepareAndApplySetData() {
        bed.prepare(OpCode.SET_DATA, setData[pick()]);
        return apply();
    }

    @Benchmark
    public ApplyResult createAndDelete() {
        bed.prepare(OpCode.CREATE, TestBed.create("/bench/new", CreateMode.PERSISTENT));
        apply();
        bed.prepare(OpCode.DELETE, TestBed.delete("/bench/new", -1));
        return apply();
    }

    @Benchmark
    public long digestOfNode() {
        byte[] path = paths[pick()];
        return digest.of(bed.tree.find(path, 0, path.length));
    }
}
