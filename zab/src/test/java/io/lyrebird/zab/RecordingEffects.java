package io.lyrebird.zab;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Effects as lines of text, in the order they were told. */
final class RecordingEffects implements Effects {
    private final List<String> lines = new ArrayList<>();

    /** What was told since the last call. */
    List<String> take() {
        List<String> taken = List.copyOf(lines);
        lines.clear();
        return taken;
    }

    @Override
    public void append(long zxid, byte[] txn) {
        lines.add("append " + Zxid.text(zxid) + " " + text(txn));
    }

    @Override
    public void saveEpochs(long acceptedEpoch, long currentEpoch) {
        lines.add("saveEpochs accepted=" + acceptedEpoch + " current=" + currentEpoch);
    }

    @Override
    public void deliver(long zxid, byte[] txn) {
        lines.add("deliver " + Zxid.text(zxid) + " " + text(txn));
    }

    @Override
    public void deliverLogged(long zxid) {
        lines.add("deliverLogged up to " + Zxid.text(zxid));
    }

    @Override
    public void roleChanged(Role role, long epoch) {
        lines.add("roleChanged " + role + " epoch=" + epoch);
    }

    private static String text(byte[] txn) {
        return new String(txn, StandardCharsets.UTF_8);
    }
}
