package io.lyrebird.server.image;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;

/**
 * Puts the entries of an image back into an empty tree, in the order of their keys, and says at the end whether what came
 * out is what was written.
 */
public final class ImageLoader {
    private final Tree tree;
    private final Sessions sessions;
    private ImageValues.Summary summary;

    public ImageLoader(Tree tree, Sessions sessions) {
        this.tree = tree;
        this.sessions = sessions;
    }

    public void entry(byte[] key, byte[] value) {
        switch (key[0]) {
            case ImageKeys.NODE -> {
                ImageValues.Node node = ImageValues.node(value);
                tree.restore(ImageKeys.path(key), node.data(), node.acl(), node.stat());
            }
            case ImageKeys.SESSION -> sessions.add(ImageKeys.sessionId(key), ImageValues.sessionTimeoutMs(value));
            default -> summary = ImageValues.summary(value);
        }
    }

    /** What is wrong with the image, or null if nothing is. */
    public String problem() {
        if (summary == null) {
            return "it does not say how many nodes it has";
        }
        if (summary.nodeCount() != tree.nodeCount()) {
            return "it has " + tree.nodeCount() + " nodes and says that it has " + summary.nodeCount();
        }
        if (summary.hasDigest() && tree.digestEnabled() && summary.digest() != tree.digest()) {
            return "the digest of its nodes is " + Long.toHexString(tree.digest()) + " and should be "
                    + Long.toHexString(summary.digest());
        }
        return null;
    }
}
