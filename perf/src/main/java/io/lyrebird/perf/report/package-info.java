/** Writes what was measured: histogram files, CSV, and one page to look at. */
package io.lyrebird.perf.report;
