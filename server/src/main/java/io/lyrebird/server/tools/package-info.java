/**
 * The commands that work on the data of a server that is not running: Apache's data in and out, from one engine to another,
 * and looking into it.
 */
package io.lyrebird.server.tools;
