/** The machine and the server processes on it: what /proc tells, and starting and ending servers. */
package io.lyrebird.perf.machine;
