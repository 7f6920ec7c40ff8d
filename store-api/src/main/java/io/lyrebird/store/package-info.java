/**
 * The engine SPI: what a server needs from its disk. Bytes only; an engine knows nothing of znodes.
 *
 * <p>A server uses the three parts of a {@link io.lyrebird.store.Store} like this:
 *
 * <ul>
 *   <li><b>Writing.</b> Each transaction is appended to the {@link io.lyrebird.store.TxnLog}; a group of them shares one
 *       {@code sync}; nothing is acknowledged before that returned. Behind it, at leisure, the effects of committed
 *       transactions go into the {@link io.lyrebird.store.Image}.
 *   <li><b>Starting.</b> Scan the image, which is exactly the state at {@code image.zxid()}; then replay what the log has
 *       after it.
 *   <li><b>Purging.</b> {@code image.sync()}, then {@code log.dropBefore(z)} with {@code z <= image.durableZxid() + 1}.
 *   <li><b>A snapshot from a leader.</b> {@code store.install(zxid)}, stream it, commit: the image is replaced and the log
 *       emptied, in one step as far as any crash can tell.
 *   <li><b>Epochs</b> and the like live in the {@link io.lyrebird.store.Registers}.
 * </ul>
 *
 * <h2>Threads</h2>
 *
 * The log has one writing thread at a time, the image has one writing thread at a time, and they are different threads at
 * the same time; no part waits for another. Registers take calls from any thread. Reading (cursors, zxids) is free for any
 * thread; a cursor itself belongs to one thread. When the writing role moves from one thread to another, the caller sees to
 * a happens-before edge between them.
 *
 * <h2>Failures</h2>
 *
 * An engine throws {@link io.lyrebird.store.StoreException} when the disk fails it; {@link
 * io.lyrebird.store.StoreFullException} if the reason is space, {@link io.lyrebird.store.StoreCorruptedException} if what is
 * read is not what was written. After a failed write or sync every further write and sync of the same store throws too: the
 * kernel may have dropped the pages that it could not write, so trying again would acknowledge what is not there.
 */
package io.lyrebird.store;
