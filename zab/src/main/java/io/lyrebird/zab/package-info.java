/**
 * Zab as a pure state machine: {@link io.lyrebird.zab.ZabNode#step} takes an {@link io.lyrebird.zab.Input} and answers
 * with {@link io.lyrebird.zab.Effects}. No clock, thread, socket, file, random or logger in here: time is an argument,
 * and the disk is a peer that is told what to write and answers when it is durable.
 */
package io.lyrebird.zab;
