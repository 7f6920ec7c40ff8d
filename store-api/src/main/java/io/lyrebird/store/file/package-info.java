/**
 * Parts made of plain files, for engines that want them: the folders with their lock and identity, a transaction log, a
 * note of what was synced, and registers. An engine whose library is good at keeping an image but writes a log twice or
 * cannot tell a torn end from damage takes its log from here.
 */
package io.lyrebird.store.file;
