package io.lyrebird.server.image;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The keys of the image. Nodes come in the order of their paths' bytes, so that a scan meets every parent before its
 * children.
 */
final class ImageKeys {
    static final byte NODE = 'n';
    static final byte SESSION = 's';

    /** The one entry that describes the rest: what the digest of the nodes is. It sorts before them. */
    static final byte[] SUMMARY = {'a'};

    private ImageKeys() {}

    static byte[] node(String path) {
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        byte[] key = new byte[1 + bytes.length];
        key[0] = NODE;
        System.arraycopy(bytes, 0, key, 1, bytes.length);
        return key;
    }

    static String path(byte[] nodeKey) {
        return new String(nodeKey, 1, nodeKey.length - 1, StandardCharsets.UTF_8);
    }

    static byte[] session(long sessionId) {
        return ByteBuffer.allocate(1 + Long.BYTES)
                .put(SESSION)
                .putLong(sessionId)
                .array();
    }

    static long sessionId(byte[] sessionKey) {
        return ByteBuffer.wrap(sessionKey, 1, Long.BYTES).getLong();
    }
}
