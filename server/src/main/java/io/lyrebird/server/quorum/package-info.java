/** Election and quorum ports: how servers of an ensemble reach each other. It decides nothing. */
package io.lyrebird.server.quorum;
