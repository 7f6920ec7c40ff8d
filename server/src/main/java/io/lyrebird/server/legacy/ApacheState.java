package io.lyrebird.server.legacy;

import io.lyrebird.server.session.Sessions;
import io.lyrebird.server.tree.Tree;

/** What Apache's files hold, put together: exactly the state after the last txn, which is the tree's last zxid. */
public record ApacheState(Tree tree, Sessions sessions, long acceptedEpoch, long currentEpoch) {}
