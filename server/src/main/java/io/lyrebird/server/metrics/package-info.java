/**
 * What is counted and timed while the server runs. Each thread writes into a {@link io.lyrebird.server.metrics.Recorder}
 * of its own, so that counting costs no more than an addition; reading adds the recorders up.
 */
package io.lyrebird.server.metrics;
