package io.lyrebird.perf.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

/** A server, or an ensemble of them, that scenarios run on: one that this program starts, or one that is there. */
public interface Server extends AutoCloseable {
    /** Short, for files and tables. */
    String name();

    /** What it is, for a reader. */
    String description();

    /** Starts it, empty unless it was started before, and gives how long that took; does nothing to one that is there. */
    long start() throws IOException, InterruptedException;

    void stop() throws IOException, InterruptedException;

    /** Where clients may connect: one place, or one for each member of an ensemble. */
    List<InetSocketAddress> addresses();

    /** Of its processes; none if they are not known. */
    List<Long> pids();

    /** Where its files are; none if that is not known. */
    default List<Path> dataFolders() {
        return List.of();
    }

    /** Whether this program starts and stops it. */
    boolean isOurs();

    /** Ends it and removes what it has left. */
    @Override
    void close() throws IOException;
}
