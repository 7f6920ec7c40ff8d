package io.lyrebird.compat.diff;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;

/**
 * Where two servers may differ and both be right, each with its reason. Everything that is excused is excused here, and
 * what is not excused here is an error.
 */
final class KnownDifferences {
    private KnownDifferences() {}

    /**
     * An entry of scheme {@code auth} stands for all identities of the connection, which Apache keeps in a hash set: one
     * entry becomes several with the same permissions, in no order.
     */
    static List<ACL> inOneOrder(List<ACL> acl) {
        return Normal.sortStretches(
                acl, (before, after) -> before.getPerms() == after.getPerms(), Comparator.comparing(Normal::aclEntry));
    }

    /**
     * The ephemerals of a session go in one transaction, in the order of a hash set; so do the events of that
     * transaction.
     */
    static List<Sighting> inOneOrder(List<Sighting> sightings, Set<Long> zxidsOfClosedSessions) {
        return Normal.sortStretches(
                sightings,
                (before, after) -> before.isEvent()
                        && after.isEvent()
                        && before.zxid() == after.zxid()
                        && zxidsOfClosedSessions.contains(before.zxid()),
                Comparator.comparing(Sighting::text));
    }

    /**
     * The type createTTL with a mode that has no time to live passes Apache's checks if the time is negative, and ends
     * the server when the transaction is applied. There is nothing to compare afterwards, so it is not sent.
     */
    static long survivableTtl(int flags, long ttl) {
        boolean modeHasTtl = flags == 5 || flags == 6;
        return modeHasTtl || ttl >= 0 ? ttl : -(ttl + 1);
    }

    /**
     * Apache forgets the new list of a setACL until it is applied: what follows it in one go is checked against the old
     * list or the new one, as it happens.
     */
    static boolean mayBeFollowedAtOnce(Call call) {
        return call.type() != OpCode.setACL && !setsQuota(call) && !isMixedUp(call);
    }

    /**
     * A createContainer with the flags of an ephemeral node makes a container, but to what follows it before it is
     * applied, be it in the same multi, Apache says that ephemeral nodes have no children.
     */
    private static boolean isMixedUp(Call call) {
        boolean ephemeral = call.text().contains(" flags=1") || call.text().contains(" flags=3");
        return call.type() == OpCode.createContainer && ephemeral;
    }

    /** See {@link #isMixedUp}. */
    static boolean mayBePartOfMulti(Call call) {
        return !isMixedUp(call);
    }

    /**
     * Events are on their way to a connection that is about to be closed for what it sends: they may arrive or not.
     * Neither do they keep their place among answers that are given at once.
     */
    static boolean mayOvertakeEvents(Call call) {
        return call.type() == OpCode.auth || call.type() == OpCode.sasl;
    }

    /**
     * Apache checks quotas against what is applied, not against what is on its way: of requests sent in one go, as many
     * pass as are faster than the first of them. Where there are quotas, requests are sent one by one.
     */
    static boolean setsQuota(Call call) {
        return call.text().contains("/zookeeper_limits");
    }

    /**
     * Something else than numbers in the statistics of a quota ends Apache at the next change below that node; it is not
     * sent either.
     */
    static byte[] survivableData(String path, byte[] data) {
        boolean statistics = path != null && path.endsWith("/zookeeper_stats");
        return statistics ? "count=2,bytes=2".getBytes(StandardCharsets.US_ASCII) : data;
    }

    /**
     * A multi that cannot be read takes a zxid, but not if what is missing is the access list of a create: Apache's
     * decoder then fails in a way of its own. Lyrebird makes no exception for it.
     */
    static List<ACL> listInMulti(List<ACL> acl) {
        return acl == null ? List.of() : acl;
    }

    /**
     * In Apache, whoever asks for a session without its password still costs the session's owner the connection. Here
     * it does not; the sequences lose the connection first.
     */
    static boolean costsTheOwnerTheConnection(Handshake.Credentials credentials) {
        return credentials != Handshake.Credentials.RIGHT && credentials != Handshake.Credentials.UNKNOWN_SESSION;
    }

    /** A multiRead that fails half-way has the results so far behind its error; no client looks for them there. */
    static boolean errorHasBody(int requestType) {
        return requestType == OpCode.multiRead;
    }

    /** Apache keeps watches on no path at all, for lack of a check; here they are malformed. */
    static String pathToWatch(String path) {
        return path == null ? "" : path;
    }
}
