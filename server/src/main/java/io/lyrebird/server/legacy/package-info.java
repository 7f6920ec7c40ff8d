/**
 * Apache's data on disk ({@code version-2}: snapshots, logs of txns, epochs): reading it as Apache reads it, taking it over
 * into an engine, and writing it for the way back.
 */
package io.lyrebird.server.legacy;
