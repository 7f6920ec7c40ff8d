package io.lyrebird.server.auth;

/** The scheme ip: a client is its address, and an ACL names an address or, with a prefix length, a network. */
public final class IpAuth implements AuthProvider {
    public static final String SCHEME = "ip";

    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;
    private static final int V6_GROUPS = 8;
    private static final int V6_GROUP_DIGITS_MAX = 4;

    @Override
    public String scheme() {
        return SCHEME;
    }

    /** Whatever the token is: the address is known already. */
    @Override
    public AuthOutcome authenticate(byte[] token, String clientIp) {
        return AuthOutcome.accepted(new Identity(SCHEME, clientIp));
    }

    @Override
    public boolean matches(String id, String aclExpression) {
        byte[] network = address(addressPart(aclExpression));
        byte[] client = address(id);
        if (network == null || client == null || network.length != client.length) {
            return false;
        }
        int bits = prefixBits(aclExpression, network.length * 8);
        return bits >= 0 && equalBits(network, client, bits);
    }

    @Override
    public boolean isAuthenticated() {
        return false;
    }

    @Override
    public boolean isValid(String aclExpression) {
        byte[] network = address(addressPart(aclExpression));
        return network != null && prefixBits(aclExpression, network.length * 8) >= 0;
    }

    private static String addressPart(String expression) {
        int slash = expression.indexOf('/');
        return slash < 0 ? expression : expression.substring(0, slash);
    }

    /** -1 if what follows the slash is no length of a prefix. */
    private static int prefixBits(String expression, int bitsMax) {
        int slash = expression.indexOf('/');
        if (slash < 0) {
            return bitsMax;
        }
        int bits = parse(expression.substring(slash + 1), 10);
        return bits <= bitsMax ? bits : -1;
    }

    private static boolean equalBits(byte[] a, byte[] b, int bits) {
        for (int i = 0; i < bits; i++) {
            int mask = 0x80 >> i % 8;
            if ((a[i / 8] & mask) != (b[i / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /** 4 or 16 bytes; null if the text is no address. */
    private static byte[] address(String text) {
        return text.indexOf(':') >= 0 ? v6Address(text) : v4Address(text);
    }

    private static byte[] v4Address(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != V4_BYTES) {
            return null;
        }
        byte[] address = new byte[V4_BYTES];
        for (int i = 0; i < V4_BYTES; i++) {
            int value = parse(parts[i], 10);
            if (value < 0 || value > 255) {
                return null;
            }
            address[i] = (byte) value;
        }
        return address;
    }

    private static byte[] v6Address(String text) {
        byte[] address = new byte[V6_BYTES];
        int gap = text.indexOf("::");
        if (gap < 0) {
            String[] groups = text.split(":", -1);
            return groups.length == V6_GROUPS && putGroups(groups, address, 0) ? address : null;
        }
        String[] before = groups(text.substring(0, gap));
        String[] after = groups(text.substring(gap + 2));
        boolean valid = before.length + after.length < V6_GROUPS
                && putGroups(before, address, 0)
                && putGroups(after, address, V6_BYTES - 2 * after.length);
        return valid ? address : null;
    }

    private static String[] groups(String text) {
        return text.isEmpty() ? new String[0] : text.split(":", -1);
    }

    private static boolean putGroups(String[] groups, byte[] address, int from) {
        int at = from;
        for (String group : groups) {
            int value = group.length() > V6_GROUP_DIGITS_MAX ? -1 : parse(group, 16);
            if (value < 0) {
                return false;
            }
            address[at++] = (byte) (value >> 8);
            address[at++] = (byte) value;
        }
        return true;
    }

    /** -1 if this is no number, or a negative one. */
    private static int parse(String digits, int radix) {
        try {
            return Math.max(-1, Integer.parseInt(digits, radix));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
