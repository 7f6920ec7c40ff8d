package io.lyrebird.server.core;

/**
 * How eagerly containers and TTL nodes are deleted.
 *
 * @param neverUsedMaxMs how long a container may wait for its first child; 0 is for ever
 */
public record OutlivedNodesLimits(long checkIntervalMs, long deletionIntervalMs, long neverUsedMaxMs) {}
