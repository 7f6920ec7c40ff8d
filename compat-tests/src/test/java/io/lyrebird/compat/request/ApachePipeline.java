package io.lyrebird.compat.request;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.PrepRequestProcessor;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.RequestProcessor;
import org.apache.zookeeper.server.RequestRecord;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.Util;

/** Apache's own preparation and application of requests, one at a time, without connections, log or threads. */
final class ApachePipeline {
    /** What became of a request. */
    record Outcome(byte[] txn, long zxid, long timeMs, DataTree.ProcessTxnResult result) {}

    private final Server server;
    private final Preparation preparation;
    private Request prepared;

    ApachePipeline(Path folder) throws IOException {
        server = new Server(folder);
        preparation = new Preparation(server, new Last());
    }

    DataTree tree() {
        return server.getZKDatabase().getDataTree();
    }

    Outcome run(long sessionId, int xid, int type, byte[] body, List<Id> identities) throws Exception {
        Request request = new Request(null, sessionId, xid, type, RequestRecord.fromBytes(body), identities);
        request.setOwner(server);
        preparation.pRequest(request);
        byte[] txn = Util.marshallTxnEntry(prepared.getHdr(), prepared.getTxn(), prepared.getTxnDigest());
        DataTree.ProcessTxnResult result = server.processTxn(prepared);
        return new Outcome(txn, prepared.getHdr().getZxid(), prepared.getHdr().getTime(), result);
    }

    private static final class Server extends ZooKeeperServer {
        Server(Path folder) throws IOException {
            super(folder.toFile(), folder.toFile(), 2000);
            setZKDatabase(new org.apache.zookeeper.server.ZKDatabase(getTxnLogFactory()));
            createSessionTracker();
        }
    }

    private static final class Preparation extends PrepRequestProcessor {
        Preparation(ZooKeeperServer server, RequestProcessor next) {
            super(server, next);
        }

        @Override
        protected void pRequest(Request request) throws RequestProcessorException {
            super.pRequest(request);
        }
    }

    private final class Last implements RequestProcessor {
        @Override
        public void processRequest(Request request) {
            prepared = request;
        }

        @Override
        public void shutdown() {}
    }
}
