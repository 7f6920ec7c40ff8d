/** Sessions: which exist, when each expires, and how ids and passwords come about. */
package io.lyrebird.server.session;
