package io.lyrebird.server.tools;

import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** One JSON object, built field by field in their order. Zxids and the ids of sessions are strings in hex. */
final class Json {
    private final StringBuilder text = new StringBuilder("{");

    Json text(String name, String value) {
        name(name).append(value == null ? "null" : quoted(value));
        return this;
    }

    Json number(String name, long value) {
        name(name).append(value);
        return this;
    }

    Json hex(String name, long value) {
        return text(name, "0x" + Long.toHexString(value));
    }

    Json flag(String name, boolean value) {
        name(name).append(value);
        return this;
    }

    /** Base 64, or null. */
    Json bytes(String name, byte[] value) {
        return text(name, value == null ? null : Base64.getEncoder().encodeToString(value));
    }

    /** A value that is JSON already. */
    Json raw(String name, String json) {
        name(name).append(json);
        return this;
    }

    private StringBuilder name(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        return text.append(quoted(name)).append(':');
    }

    static String array(List<String> values) {
        return values.stream().map(Json::quoted).collect(Collectors.joining(",", "[", "]"));
    }

    private static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (Character.isISOControl(c) || Character.isSurrogate(c)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    @Override
    public String toString() {
        return text + "}";
    }
}
