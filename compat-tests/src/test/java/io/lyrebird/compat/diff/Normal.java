package io.lyrebird.compat.diff;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/**
 * Values of one server in one sequence, as texts that are the same on every server that behaves alike: zxids count from
 * the start of the sequence, sessions have the names in which they came up, and a time is named after the transaction
 * whose time it must be.
 */
final class Normal {
    private static final long CONTAINER_OWNER = Long.MIN_VALUE;
    private static final int TTL_OWNER_BYTE = 0xff;
    private static final int SERVER_ID_SHIFT = 56;
    private static final long PASSWORD_SECRET = 0xB3415C00L;
    private static final int SHOWN_BYTES_MAX = 128;
    private static final long CLOCK_SLACK_MS = TimeUnit.MINUTES.toMillis(10);

    private final long baseZxid;
    /** Where the server began to count after each restart; it need not be where it had stopped. */
    private final List<Long> restartZxids = new ArrayList<>();

    private final Map<Long, Long> timeOfZxid = new HashMap<>();
    private final Map<Long, String> sessionNames = new HashMap<>();

    Normal(long baseZxid) {
        this.baseZxid = baseZxid;
    }

    void restarted(long zxid) {
        restartZxids.add(zxid);
    }

    /** The zxid of a transaction. */
    String zxid(long zxid) {
        if (zxid <= 0) {
            return Long.toString(zxid);
        }
        for (int i = restartZxids.size() - 1; i >= 0; i--) {
            if (zxid > restartZxids.get(i)) {
                return "restart " + (i + 1) + " +" + (zxid - restartZxids.get(i));
            }
        }
        return zxid < baseZxid ? "earlier" : "+" + (zxid - baseZxid);
    }

    /** The zxid that a server says it has come to. */
    String headerZxid(long zxid) {
        int restarts = restartZxids.size();
        boolean newlyStarted = restarts > 0 && zxid == restartZxids.get(restarts - 1);
        return newlyStarted ? "restart " + restarts : zxid(zxid);
    }

    /** The name of a session; the part of its id that is not the time of its birth belongs to the name. */
    String session(long id) {
        if (id == 0) {
            return "0";
        }
        return sessionNames.computeIfAbsent(
                id, unknown -> "S" + sessionNames.size() + "(server " + (unknown >>> SERVER_ID_SHIFT) + ")");
    }

    /** Passwords are derived from session ids, in the way that lets a client move between servers. */
    static String password(long sessionId, byte[] password) {
        if (password == null) {
            return "null";
        }
        byte[] derived = new byte[16];
        new Random(sessionId ^ PASSWORD_SECRET).nextBytes(derived);
        return Arrays.equals(password, derived) ? "derived" : hex(password);
    }

    String stat(Stat stat) {
        return "czxid=" + zxid(stat.getCzxid()) + " mzxid=" + zxid(stat.getMzxid()) + " ctime="
                + time(stat.getCtime(), stat.getCzxid()) + " mtime=" + time(stat.getMtime(), stat.getMzxid())
                + " version=" + stat.getVersion() + " cversion=" + stat.getCversion() + " aversion="
                + stat.getAversion() + " owner=" + owner(stat.getEphemeralOwner()) + " dataLength="
                + stat.getDataLength() + " numChildren=" + stat.getNumChildren() + " pzxid=" + zxid(stat.getPzxid());
    }

    private String owner(long owner) {
        if (owner == CONTAINER_OWNER) {
            return "container";
        }
        return owner >>> SERVER_ID_SHIFT == TTL_OWNER_BYTE ? "ttl:" + Long.toHexString(owner) : session(owner);
    }

    /** A transaction has one time, wherever it shows, and it is a time of today. */
    private String time(long timeMs, long zxid) {
        if (timeMs <= 0) {
            return Long.toString(timeMs);
        }
        long first = timeOfZxid.computeIfAbsent(zxid, unknown -> timeMs);
        if (first != timeMs) {
            return "NOT THAT OF " + zxid(zxid) + " by " + (timeMs - first) + " ms";
        }
        boolean today = zxid < baseZxid || Math.abs(System.currentTimeMillis() - timeMs) < CLOCK_SLACK_MS;
        return today ? "t(" + zxid(zxid) + ")" : "FAR FROM NOW: " + timeMs;
    }

    static String data(byte[] data) {
        if (data == null) {
            return "null";
        }
        if (data.length > SHOWN_BYTES_MAX) {
            return data.length + " bytes with hash " + Arrays.hashCode(data);
        }
        for (byte b : data) {
            if (b < ' ' || b > '~') {
                return hex(data);
            }
        }
        return '\'' + new String(data, StandardCharsets.US_ASCII) + '\'';
    }

    static String hex(byte[] bytes) {
        return "0x" + HexFormat.of().formatHex(bytes);
    }

    /** Text with everything that cannot be seen made visible. */
    static String string(String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder visible = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            visible.append(c >= ' ' && c <= '~' ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return visible.append('"').toString();
    }

    /** Names that the protocol gives in no particular order. */
    static String set(List<String> names) {
        return names == null
                ? "null"
                : names.stream().map(Normal::string).sorted().collect(Collectors.joining(" ", "{", "}"));
    }

    static String acl(List<ACL> acl) {
        if (acl == null) {
            return "null";
        }
        return KnownDifferences.inOneOrder(acl).stream()
                .map(Normal::aclEntry)
                .collect(Collectors.joining(" ", "[", "]"));
    }

    static String aclEntry(ACL entry) {
        return entry.getPerms() + ":" + string(entry.getId().getScheme()) + ":"
                + string(entry.getId().getId());
    }

    /** Sorts each stretch of the list that the test picks out, and leaves the rest in place. */
    static <T> List<T> sortStretches(List<T> items, StretchTest<T> sameStretch, Comparator<T> order) {
        List<T> sorted = new ArrayList<>(items);
        int start = 0;
        for (int end = 1; end <= sorted.size(); end++) {
            if (end == sorted.size() || !sameStretch.belongsWith(sorted.get(end - 1), sorted.get(end))) {
                sorted.subList(start, end).sort(order);
                start = end;
            }
        }
        return sorted;
    }

    interface StretchTest<T> {
        boolean belongsWith(T before, T after);
    }
}
