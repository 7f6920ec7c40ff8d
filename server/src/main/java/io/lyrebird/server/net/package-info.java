/**
 * The shell around the clients' sockets.
 *
 * <p>A {@link io.lyrebird.server.net.ClientLoop} is one event loop with the connections it owns, the outbox in which the
 * core leaves what it has for them, their watches, and a slot in the {@link io.lyrebird.server.net.PhaseLock}. Reads are
 * answered on the loop, in a read phase; writes go to the core, and their replies come back through the outbox. One rule
 * gives clients ZooKeeper's order: on entering a read phase the loop first delivers what is in its outbox, so nothing that
 * a client reads is newer than what it has been told.
 */
package io.lyrebird.server.net;
