/**
 * Between a decoded request and a txn ({@code Preparer}), between a txn and the tree ({@code TreeApplier}), and between a
 * read and its reply ({@code ReadOperations}).
 *
 * <p>What is allowed is decided once, when a request is prepared; a txn that exists is applied. Rules, their order and
 * their error codes are Apache's (PrepRequestProcessor, FinalRequestProcessor, DataTree).
 */
package io.lyrebird.server.request;
