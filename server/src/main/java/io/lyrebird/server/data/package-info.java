/**
 * What is on disk: where an engine's folders are, which registers there are, and how a start brings the tree back from image
 * and log.
 */
package io.lyrebird.server.data;
