package io.lyrebird.server.core;

/** Where inputs for the core are left, by any thread. */
public interface CoreInbox {
    void submit(CoreInput input);
}
