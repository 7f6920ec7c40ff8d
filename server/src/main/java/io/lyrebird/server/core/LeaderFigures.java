package io.lyrebird.server.core;

import io.lyrebird.zab.Followers;

/**
 * What a leader shows of itself.
 *
 * @param uptimeMs of its reign
 * @param proposalBytesLast and the next two: -1 before the first proposal
 */
public record LeaderFigures(
        Followers followers, long uptimeMs, int proposalBytesLast, int proposalBytesMin, int proposalBytesMax) {}
