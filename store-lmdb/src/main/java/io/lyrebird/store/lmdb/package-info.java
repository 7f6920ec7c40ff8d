/**
 * The engine {@code lmdb}: the image of the tree in LMDB, the transaction log in files of its own.
 *
 * <h2>Why the log is not in LMDB</h2>
 *
 * A commit of LMDB writes a path of pages and syncs twice, the pages and then the page that makes them count: 200 us for one
 * small entry where a file whose space is there needs one write and one sync, 95 us, on the same disk. A table also never
 * gives space back, a reader keeps old pages, and damage to a page may end the process. So the log is the one that all
 * engines may use, {@link io.lyrebird.store.file.FileLog}, in the log folder.
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
 * reads; a client never sees an error for that. A scan of the image takes a transaction that lasts, and the pages of its
 * state are not used again before it is closed.
 *
 * <h2>What LMDB cannot do</h2>
 *
 * Damage to the pages that hold LMDB's own tree may end the process (a signal in native code) before any check sees it. It is
 * never silent.
 *
 * <h2>Files</h2>
 *
 * In the log folder {@code txns-*} and {@code synced}; in the data folder {@code image/} (LMDB), {@code image-synced} and
 * {@code registers}; in both {@code lock} and a file that says whose folder it is.
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
 *   <li>{@code lyrebird.lmdb.map} (4g): the address space, not memory or disk, that is reserved for the image at first
 *   <li>{@code lyrebird.lmdb.image.gather} (4m): changes to the image that are gathered in the heap
 *   <li>{@code lyrebird.lmdb.log.segment} (32m): the greatest size of a file of the log. Files are dropped whole
 * </ul>
 */
package io.lyrebird.store.lmdb;
