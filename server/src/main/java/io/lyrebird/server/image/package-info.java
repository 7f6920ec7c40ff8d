/**
 * How the tree and the sessions look as entries of an engine's image, and how the entries that a batch of txns changes are
 * gathered. Pure: what is gathered is handed to whoever writes it.
 */
package io.lyrebird.server.image;
