/**
 * The engine {@code lmdb}: log and image in two environments of LMDB, one in each folder, so that neither waits for the other
 * and they may be on different devices.
 *
 * <h2>The log</h2>
 *
 * A table of blocks of entries, by their zxids. A group of entries is put at the right edge of the tree, packed so that blocks
 * fill LMDB's pages, in one transaction, whose commit is the sync. Since LMDB has no checksums each block has its own, and the
 * zxid of the entry before it, so that a hole shows. A
 * note beside the log says what was synced, so that a lost end shows too. Purging goes step by step with later syncs, a bounded
 * number of blocks each; the space is used again, the file does not shrink.
 *
 * <h2>The image</h2>
 *
 * Changes are gathered in the heap (LMDB writes whole pages and syncs with each transaction) and written, with the zxid, in
 * one transaction: when they are many, at {@code sync}, and when a scan wants to see them. Each entry has a checksum, and the
 * state has the number of entries and a sum over them, so that a scan notices what is missing. A replacement goes into a
 * second table in bounded transactions; which table counts changes in one.
 *
 * <h2>The map</h2>
 *
 * LMDB reserves address space for the whole file beforehand. It doubles when half of it is used, at a moment when nobody
 * reads; a client never sees an error for that. Reading the log takes short transactions; a scan of the image takes one that
 * lasts, and the pages of its state are not used again before it is closed.
 *
 * <h2>What LMDB cannot do</h2>
 *
 * Damage to the pages that hold LMDB's own tree may end the process (a signal in native code) before any check sees it. It is
 * never silent.
 *
 * <h2>Starting the JVM</h2>
 *
 * No option is needed on Java 17 to 25: the engine brings its own way to pass memory to lmdbjava, which does without {@code
 * --add-opens}. From Java 24 on {@code --enable-native-access=ALL-UNNAMED} and {@code --sun-misc-unsafe-memory-access=allow}
 * spare the warnings that the JVM prints for native libraries.
 *
 * <h2>Options</h2>
 *
 * <ul>
 *   <li>{@code lyrebird.lmdb.map} (4g): the address space, not memory or disk, that each environment reserves at first
 *   <li>{@code lyrebird.lmdb.image.gather} (4m): changes to the image that are gathered in the heap
 * </ul>
 */
package io.lyrebird.store.lmdb;
