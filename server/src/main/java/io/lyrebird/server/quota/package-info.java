/**
 * Limits on the number and size of the nodes below a path. Limits and figures live in the tree, below /zookeeper/quota, in
 * Apache's format (Quotas, StatsTrack); each server keeps the figures for itself.
 */
package io.lyrebird.server.quota;
