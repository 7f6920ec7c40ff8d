package io.lyrebird.server.boot;

import io.lyrebird.server.core.CoreListener;
import io.lyrebird.server.metrics.Counter;
import io.lyrebird.server.metrics.Recorder;
import io.lyrebird.zab.Role;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators should know of a member of an ensemble, as lines of the log. */
final class RoleLog implements CoreListener {
    private static final Logger LOG = LoggerFactory.getLogger("io.lyrebird.server");
    /** After the first of these, every one that is a power of two. */
    private long digestsDiffering;

    private final Supplier<String> description;
    private final Recorder recorder;

    /**
     * @param description of the server as it serves; asked for on the core's thread
     * @param recorder of that thread
     */
    RoleLog(Supplier<String> description, Recorder recorder) {
        this.description = description;
        this.recorder = recorder;
    }

    @Override
    public void roleChanged(Role role, long epoch) {
        if (role == Role.LOOKING) {
            LOG.info("Looking for a leader: clients are not served");
        } else {
            LOG.info("Ready: {} in epoch {}, {}", role.toString().toLowerCase(Locale.ROOT), epoch, description.get());
        }
    }

    @Override
    public void digestDiffers(long zxid, long expected, long actual) {
        digestsDiffering++;
        recorder.count(Counter.DIGEST_MISMATCHES);
        if (Long.bitCount(digestsDiffering) == 1) {
            LOG.error(
                    "After the txn 0x{} the digest of the tree is {} and at the leader it was {}: this server's data is not"
                            + " the leader's. To take over the leader's, stop this server, move its data away and start it"
                            + " again ({} such txns so far)",
                    Long.toHexString(zxid),
                    Long.toHexString(actual),
                    Long.toHexString(expected),
                    digestsDiffering);
        }
    }
}
