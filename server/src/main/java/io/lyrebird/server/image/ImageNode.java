package io.lyrebird.server.image;

import io.lyrebird.server.tree.StoredStat;
import io.lyrebird.wire.client.Acl;
import java.util.List;

/** A node as an image has it. */
public record ImageNode(String path, byte[] data, List<Acl> acl, StoredStat stat) {
    /** The node that this entry of an image is; null if it is something else. */
    public static ImageNode of(byte[] key, byte[] value) {
        if (key[0] != ImageKeys.NODE) {
            return null;
        }
        ImageValues.Node node = ImageValues.node(value);
        return new ImageNode(ImageKeys.path(key), node.data(), node.acl(), node.stat());
    }
}
