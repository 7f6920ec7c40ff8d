/**
 * The coordination service as one state machine: sessions, the order of requests, what is prepared, proposed, committed and
 * answered. One thread calls it; it knows no other.
 */
package io.lyrebird.server.core;
