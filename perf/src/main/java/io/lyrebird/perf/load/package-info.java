/**
 * The load generator: connections that speak the client protocol, what they ask for, when they ask for it, and how long
 * the answers took. It shares its machine with the server it measures, so it spends little: requests are copied from
 * prepared frames, replies are not decoded beyond their header, and a connection writes once for all that it has read.
 */
package io.lyrebird.perf.load;
