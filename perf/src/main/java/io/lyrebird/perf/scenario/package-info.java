/** What is measured: scenarios as small property files, and what they promise. */
package io.lyrebird.perf.scenario;
