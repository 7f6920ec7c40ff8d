package io.lyrebird.server.legacy;

import io.lyrebird.server.config.ServerConfig;
import io.lyrebird.server.tree.OwnerEncoding;

/**
 * How Apache's data is read.
 *
 * @param owners which owners mean TTL nodes
 * @param digest whether digests are kept and compared
 * @param trustEmptySnapshot {@code snapshot.trust.empty}: logs may stand without any snapshot
 * @param txnBytesMax no txn in a log is longer
 * @param acceptInexact whether a tree that is provably not the one that was written is only warned about
 */
public record ImportSettings(
        OwnerEncoding owners, boolean digest, boolean trustEmptySnapshot, int txnBytesMax, boolean acceptInexact) {
    public static ImportSettings of(ServerConfig config) {
        return new ImportSettings(
                new OwnerEncoding(config.tree().extendedTypes(), config.tree().emulate353Ttl()),
                config.tree().digest(),
                config.log().trustEmptySnapshot(),
                Math.addExact(config.frames().maxBytes(), config.frames().extraBytes()),
                false);
    }

    public ImportSettings acceptingInexact() {
        return new ImportSettings(owners, digest, trustEmptySnapshot, txnBytesMax, true);
    }
}
