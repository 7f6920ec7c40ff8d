package io.lyrebird.server.request;

import io.lyrebird.wire.MalformedException;

/** The rules for paths of nodes (Apache's PathUtils), and the names of sequential nodes. */
final class ZnodePaths {
    private static final int SEQUENCE_WIDTH = 10;

    private ZnodePaths() {}

    /** A request without a path cannot be understood. */
    static String required(String path) {
        if (path == null) {
            throw new MalformedException("no path");
        }
        return path;
    }

    static boolean isValid(String path) {
        int length = path.length();
        if (length == 0 || path.charAt(0) != '/') {
            return false;
        }
        if (length == 1) {
            return true;
        }
        int nameStart = 1;
        for (int i = 1; i < length; i++) {
            char c = path.charAt(i);
            if (c == '/') {
                if (!isValidName(path, nameStart, i)) {
                    return false;
                }
                nameStart = i + 1;
            } else if (isForbidden(c)) {
                return false;
            }
        }
        return isValidName(path, nameStart, length);
    }

    /** A name has at least one character and is neither "." nor "..". */
    private static boolean isValidName(String path, int from, int to) {
        return switch (to - from) {
            case 0 -> false;
            case 1 -> path.charAt(from) != '.';
            case 2 -> path.charAt(from) != '.' || path.charAt(from + 1) != '.';
            default -> true;
        };
    }

    /** Control characters, surrogates, the private use area and the specials at the end of the plane. */
    private static boolean isForbidden(char c) {
        return c <= '\u001f' || c >= '\u007f' && c <= '\u009f' || c >= '\ud800' && c <= '\uf8ff' || c >= '\ufff0';
    }

    /** Whether a path has a parent, as far as it can be told without looking closer. */
    static boolean hasParent(String path) {
        return path.indexOf('/') >= 0 && path.indexOf('\0') < 0;
    }

    /** The prefix with the counter behind it, at least ten characters wide, the sign of a negative one included. */
    static String sequential(String prefix, int counter) {
        StringBuilder path = new StringBuilder(prefix.length() + SEQUENCE_WIDTH + 1).append(prefix);
        long digits = Math.abs((long) counter);
        int width = SEQUENCE_WIDTH;
        if (counter < 0) {
            path.append('-');
            width--;
        }
        for (long power = power10(width - 1); power > digits && power > 1; power /= 10) {
            path.append('0');
        }
        return path.append(digits).toString();
    }

    private static long power10(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }
}
