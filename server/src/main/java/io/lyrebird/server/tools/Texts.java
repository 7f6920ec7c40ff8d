package io.lyrebird.server.tools;

import io.lyrebird.wire.client.Acl;
import io.lyrebird.wire.client.Perms;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** How values are written for people. */
final class Texts {
    private Texts() {}

    static String hex(long value) {
        return "0x" + Long.toHexString(value);
    }

    static String time(long timeMs) {
        return Instant.ofEpochMilli(timeMs).toString();
    }

    /** As UTF-8, on one line. */
    static String data(byte[] data) {
        return data == null ? "" : oneLine(new String(data, StandardCharsets.UTF_8));
    }

    static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c)) {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        return line.toString();
    }

    /** As zkCli shows it: scheme, id and letters. */
    static String acl(List<Acl> acl) {
        return acl == null ? "[]" : acl.stream().map(Texts::acl).collect(Collectors.joining(",", "[", "]"));
    }

    private static String acl(Acl entry) {
        return entry.scheme() + ":" + entry.id() + ":" + perms(entry.perms());
    }

    static String perms(int perms) {
        StringBuilder letters = new StringBuilder();
        append(letters, perms, Perms.CREATE, 'c');
        append(letters, perms, Perms.DELETE, 'd');
        append(letters, perms, Perms.READ, 'r');
        append(letters, perms, Perms.WRITE, 'w');
        append(letters, perms, Perms.ADMIN, 'a');
        return letters.toString();
    }

    private static void append(StringBuilder letters, int perms, int perm, char letter) {
        if ((perms & perm) != 0) {
            letters.append(letter);
        }
    }

    static String aclJson(List<Acl> acl) {
        if (acl == null) {
            return "null";
        }
        return acl.stream()
                .map(entry -> new Json()
                        .text("scheme", entry.scheme())
                        .text("id", entry.id())
                        .text("perms", perms(entry.perms()))
                        .toString())
                .collect(Collectors.joining(",", "[", "]"));
    }
}
