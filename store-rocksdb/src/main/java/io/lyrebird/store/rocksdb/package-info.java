/**
 * The engine {@code rocksdb}, the default: the image of the tree in RocksDB, the transaction log in files of its own.
 *
 * <h2>Why the log is not in RocksDB</h2>
 *
 * In a column family every transaction would be written twice at least, into RocksDB's write-ahead log and again when the
 * memtable is flushed, to be read back almost never. Writes to all column families of a database wait for each other, so a
 * stall of the image (a compaction that does not keep up) would hold up the log, and with it every client. And RocksDB cannot
 * tell a torn end of its write-ahead log from a damaged one in every case: a flipped bit in a length near the end makes it
 * drop acknowledged records without a word. So the roles are turned round: the transaction log ({@link
 * io.lyrebird.store.file.FileLog}, in the log folder) <i>is</i> the write-ahead log of the image. A transaction is written
 * once, with one system call and one sync per group, into files that were filled with zeros beforehand; RocksDB's own
 * write-ahead log is switched off, and after a crash the image is some earlier state of itself, from where the server
 * replays the log.
 *
 * <h2>The image</h2>
 *
 * One column family, written by point and read by one long scan: no filters, large compressed blocks, checksums verified on
 * every read. It becomes durable when its memtable is flushed, by itself every so many bytes and at {@code sync}. A
 * replacement is written into a second column family; the small file {@code image-current} says which one counts, and changes
 * atomically. Registers are one more such file, so that they never wait for the image.
 *
 * <h2>Files</h2>
 *
 * In the log folder {@code txns-*} and {@code synced}; in the data folder {@code image/} (RocksDB), {@code
 * image-current}, {@code image-synced} and {@code registers}; in both {@code lock} and a file that says whose folder it is.
 *
 * <h2>Options</h2>
 *
 * <ul>
 *   <li>{@code lyrebird.rocksdb.image.write.buffer} (32m): the memtable. Twice this, and while an image is replaced four
 *       times, is the most that memtables take of native memory
 *   <li>{@code lyrebird.rocksdb.image.cache} (16m): blocks and indexes in native memory
 *   <li>{@code lyrebird.rocksdb.log.segment} (32m): the greatest size of a file of the log. Files are dropped whole
 * </ul>
 */
package io.lyrebird.store.rocksdb;
