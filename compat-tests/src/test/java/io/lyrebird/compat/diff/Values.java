package io.lyrebird.compat.diff;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;

/** Paths, data, versions and access lists: few and small, so that requests meet each other, and now and then impossible. */
final class Values {
    private static final String FIRST_USER = "u1:fpT/y03U+EjItKZOSLGvjnJlyng=";
    private static final String SECOND_USER = "u2:o9NxcCGDPOlcV7JVhmKHOf5ctVE=";
    private static final int BIG = 5_000;
    private static final long TTL_MAX = 0xff_ffff_ffffL;

    private final Dice dice;
    private final Dice.Weighted<String> paths;
    private final Dice.Weighted<byte[]> data;
    private final Dice.Weighted<List<ACL>> acls;

    Values(Dice dice) {
        this.dice = dice;
        this.paths = new Dice.Weighted<String>()
                .add(78, () -> "@/" + names())
                .add(6, () -> "@")
                .add(8, () -> Bindings.LAST_CREATED)
                .add(3, this::builtInPath)
                .add(2, this::quotaPath)
                .add(3, this::badPath);
        this.data = new Dice.Weighted<byte[]>()
                .add(60, () -> ("v" + dice.below(100)).getBytes(StandardCharsets.US_ASCII))
                .add(14, () -> new byte[0])
                .add(10, () -> null)
                .add(13, () -> dice.bytes(dice.between(1, 40)))
                .add(3, () -> Arrays.copyOf(dice.bytes(dice.between(1, BIG)), dice.between(1, BIG)));
        this.acls = new Dice.Weighted<List<ACL>>()
                .add(40, () -> Ids.OPEN_ACL_UNSAFE)
                .add(12, () -> Ids.CREATOR_ALL_ACL)
                .add(5, () -> Ids.READ_ACL_UNSAFE)
                .add(38, () -> List.of(entry()))
                .add(20, () -> List.of(entry(), entry()))
                .add(5, () -> dice.some(5, this::entry))
                .add(2, List::of)
                .add(2, () -> null)
                .add(6, () -> List.of(badEntry(), entry()));
    }

    private String name() {
        return dice.oneOf("a", "a", "a", "a", "b", "b", "b", "c", "c", "s-0000000000");
    }

    private String names() {
        StringBuilder names = new StringBuilder(name());
        for (int depth = dice.oneOf(0, 0, 0, 0, 1, 1, 1, 1, 2, 2); depth > 0; depth--) {
            names.append('/').append(name());
        }
        return names.toString();
    }

    private String builtInPath() {
        return dice.oneOf("/", "/", "/zookeeper", "/zookeeper/config", "/zookeeper/quota", "/zookeeper/none");
    }

    private String quotaPath() {
        return "/zookeeper/quota@"
                + dice.oneOf(
                        "", "/a", "/zookeeper_limits", "/zookeeper_stats", "/a/zookeeper_limits", "/a/zookeeper_stats");
    }

    private String badPath() {
        return dice.oneOf(
                null,
                "",
                "a",
                "//",
                "@/",
                "@//a",
                "@/a//",
                "@/a/",
                "@/.",
                "@/./a",
                "@/..",
                "@/a/../b",
                "@/...",
                "@/a.",
                "@/.a",
                "@/a\u0000b",
                "@/\u0001",
                "@/\u001f",
                "@/\u007f",
                "@/\u009f",
                "@/\u00a0",
                "@/\u00fc",
                "@/\u20ac",
                "@/\ud83d\ude00",
                "@/\ud800",
                "@/\uf8ff",
                "@/\uf900",
                "@/\ufff0",
                "@/\uffff",
                "@/ ",
                "@/" + "x".repeat(300),
                "@" + "/a".repeat(100));
    }

    String path() {
        return paths.roll(dice);
    }

    /** Where a create with a counter is likely to work. */
    String sequentialPath() {
        return dice.chance(10) ? path() : "@/" + dice.oneOf("", "s-", "a/", "a/s-", "b/s-", "a/b/s-");
    }

    byte[] data() {
        return data.roll(dice);
    }

    int version() {
        return dice.chance(50) ? -1 : dice.oneOf(0, 0, 0, 0, 1, 1, 2, 3, -2, Integer.MAX_VALUE, Integer.MIN_VALUE);
    }

    long ttl() {
        return dice.oneOf(
                1_000_000L, 1_000_000L, 77_000_000L, TTL_MAX, TTL_MAX + 1, 0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE);
    }

    List<ACL> acl() {
        return acls.roll(dice);
    }

    private ACL entry() {
        int perms = dice.chance(35) ? Perms.ALL : dice.below(Perms.ALL + 1);
        return new ACL(perms, identity());
    }

    private Id identity() {
        return dice.oneOf(
                Ids.ANYONE_ID_UNSAFE,
                Ids.ANYONE_ID_UNSAFE,
                Ids.AUTH_IDS,
                new Id("auth", "whatever"),
                new Id("digest", FIRST_USER),
                new Id("digest", SECOND_USER),
                new Id("digest", "nobody:xxx"),
                new Id("ip", "127.0.0.1"),
                new Id("ip", "127.0.0.0/8"),
                new Id("ip", "10.0.0.0/8"),
                new Id("ip", "::1"));
    }

    private ACL badEntry() {
        int perms = dice.oneOf(Perms.ALL, Perms.ALL, 0, -1, 32, 255, Integer.MIN_VALUE);
        return new ACL(
                perms,
                dice.oneOf(
                        Ids.ANYONE_ID_UNSAFE,
                        new Id("world", "nobody"),
                        new Id("world", ""),
                        new Id("digest", "no-colon"),
                        new Id("digest", "a:b:c"),
                        new Id("digest", ""),
                        new Id("digest", ":"),
                        new Id("ip", "here"),
                        new Id("ip", "127.0.0.1/33"),
                        new Id("ip", "127.0.0.1/-1"),
                        new Id("ip", "127.0.0.1/8/8"),
                        new Id("ip", "127.0.0"),
                        new Id("ip", "1.2.3.256"),
                        new Id("ip", "fe80::/10"),
                        new Id("ip", ""),
                        new Id("super", ""),
                        new Id("sasl", "me"),
                        new Id("x509", "CN=me"),
                        new Id("unheard-of", "x"),
                        new Id("", ""),
                        new Id(null, "x"),
                        new Id("world", null),
                        new Id("digest", null),
                        new Id("ip", null),
                        new Id(null, null)));
    }

    /** What a client shows to be someone: scheme and secret. */
    record Credential(String scheme, byte[] secret) {}

    Credential credential() {
        String text = dice.oneOf(
                "u1:p1",
                "u1:p1",
                "u1:p1",
                "u2:p2",
                "u2:p2",
                "u1:wrong",
                "super:test",
                "super:wrong",
                "no-colon",
                ":",
                "",
                "a:b:c");
        return new Credential("digest", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Mostly refused, and then the connection is gone. */
    Credential oddCredential() {
        return dice.oneOf(
                new Credential("ip", "127.0.0.1".getBytes(StandardCharsets.US_ASCII)),
                new Credential("ip", new byte[0]),
                new Credential("ip", null),
                new Credential("digest", null),
                new Credential("digest", dice.bytes(8)),
                new Credential("world", new byte[0]),
                new Credential("auth", new byte[0]),
                new Credential("super", new byte[0]),
                new Credential("sasl", new byte[4]),
                new Credential("unheard-of", "x".getBytes(StandardCharsets.US_ASCII)),
                new Credential("", new byte[0]),
                new Credential(null, new byte[0]));
    }
}
