package io.lyrebird.server.net;

import io.lyrebird.server.auth.AuthEnforcement;
import io.lyrebird.server.auth.Authorizer;
import io.lyrebird.server.core.CoreInbox;
import io.lyrebird.server.metrics.Metrics;
import io.lyrebird.server.request.ReadOperation;
import io.lyrebird.server.tree.Tree;
import java.util.function.IntFunction;

/**
 * What connections are served with, the same for all loops.
 *
 * @param inbox where writes go
 * @param tree where reads are answered from, in read phases
 * @param reads the operation that answers requests of a type, null for types that do not only read
 * @param onBrokenInvariant stops the server
 */
public record ClientServices(
        CoreInbox inbox,
        Tree tree,
        Authorizer authorizer,
        AuthEnforcement enforcement,
        IntFunction<ReadOperation> reads,
        WordHandler words,
        ClientLimits limits,
        Metrics metrics,
        Thread.UncaughtExceptionHandler onBrokenInvariant) {}
