package io.lyrebird.server.legacy;

/** Where people are told how work on Apache's data goes. */
public interface Notices {
    void info(String message);

    /** Something that Apache tolerates too, but that somebody should know. */
    void warn(String message);
}
