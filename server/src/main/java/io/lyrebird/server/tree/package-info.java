/**
 * The tree of znodes as plain single-writer data.
 *
 * <p>Nothing in here locks: the core thread is the only writer, and readers hold a read phase. Nothing in here decides
 * either: whether a request is allowed is settled before a txn exists, and a txn that reaches the tree is applied.
 */
package io.lyrebird.server.tree;
