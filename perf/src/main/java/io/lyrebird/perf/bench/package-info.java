/** Runs scenarios on servers, round by round, and keeps what was measured. */
package io.lyrebird.perf.bench;
