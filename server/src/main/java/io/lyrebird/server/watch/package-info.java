/**
 * Who watches what, and who hears of a change.
 *
 * <p>Every client loop has a {@link io.lyrebird.server.watch.WatchTable} of its own. The loop registers and removes watches
 * in its read phases, the core triggers them in its write phase; the phase lock keeps the two apart, so nothing in here
 * locks. What belongs to one connection alone ({@link io.lyrebird.server.watch.ConnectionWatches}) is touched by its loop
 * only: the core takes the watchers of a path away as a whole, and the loop settles each of them as it tells it.
 */
package io.lyrebird.server.watch;
