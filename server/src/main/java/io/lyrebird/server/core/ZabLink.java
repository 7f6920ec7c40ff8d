package io.lyrebird.server.core;

import io.lyrebird.zab.Input;

/** A role's way to Zab. */
interface ZabLink {
    /** The role still is what it was, and txns can be proposed in it. */
    boolean canPropose();

    long nextZxid();

    void step(Input input);
}
