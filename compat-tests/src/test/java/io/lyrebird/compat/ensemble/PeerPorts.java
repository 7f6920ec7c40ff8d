package io.lyrebird.compat.ensemble;

import io.lyrebird.compat.support.FreePorts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The quorum and election ports of the members, each seen by the others directly or through proxies that can be cut. */
final class PeerPorts implements AutoCloseable {
    private record Way(int from, int to, CuttingProxy quorum, CuttingProxy election) {}

    private final int[] quorumPorts;
    private final int[] electionPorts;
    private final List<Way> ways = new ArrayList<>();
    private final Cuts cuts = new Cuts();

    PeerPorts(int members, boolean proxied) throws IOException {
        quorumPorts = new int[members + 1];
        electionPorts = new int[members + 1];
        for (int id = 1; id <= members; id++) {
            quorumPorts[id] = FreePorts.next();
            electionPorts[id] = FreePorts.next();
        }
        for (int from = 1; proxied && from <= members; from++) {
            for (int to = 1; to <= members; to++) {
                if (from != to) {
                    ways.add(new Way(
                            from,
                            to,
                            new CuttingProxy(from, to, quorumPorts[to], cuts),
                            new CuttingProxy(from, to, electionPorts[to], cuts)));
                }
            }
        }
        for (Way way : ways) {
            // who is called by "from" calls back along its own way to it
            way.election.setCallBackAddress(
                    "127.0.0.1:" + way(way.to, way.from).election.port());
        }
    }

    /** What the file of one member says of another, or of itself. */
    String address(int reader, int member) {
        if (reader == member || ways.isEmpty()) {
            return "127.0.0.1:" + quorumPorts[member] + ":" + electionPorts[member];
        }
        Way way = way(reader, member);
        return "127.0.0.1:" + way.quorum.port() + ":" + way.election.port();
    }

    Cuts cuts() {
        return cuts;
    }

    private Way way(int from, int to) {
        return ways.stream()
                .filter(way -> way.from == from && way.to == to)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public void close() throws IOException {
        for (Way way : ways) {
            way.quorum.close();
            way.election.close();
        }
        cuts.mendAll();
    }
}
