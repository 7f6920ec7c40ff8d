/**
 * What servers say to each other: {@link io.lyrebird.wire.peer.Notification} on the election port, and on the quorum
 * port {@link io.lyrebird.wire.peer.LearnerMessage} in one direction and {@link io.lyrebird.wire.peer.LeaderMessage} in
 * the other.
 */
package io.lyrebird.wire.peer;
