package io.lyrebird.compat.support;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * A ZooKeeper server in a process of its own, on a port and a data folder of its own, which it keeps over restarts.
 * Closing it ends the process.
 */
public interface ServerUnderTest extends AutoCloseable {
    /** What kind of server this is, for messages. */
    String name();

    InetSocketAddress address();

    Path dataDir();

    /** Standard output and error of all its runs. */
    Path logFile();

    /** The id of the running process. */
    long pid();

    boolean isRunning();

    /** Starts the process on whatever the data folder holds, and returns when it serves. */
    void start() throws Exception;

    /** Starts the process and returns at once: a server that needs others before it serves. */
    void launch() throws IOException;

    /** Stops the process where it is (STOP), until {@link #resume}. */
    void pause();

    void resume();

    /** Asks the process to end (TERM) and returns when it is gone; kills it if it does not follow. */
    void stop() throws Exception;

    /** Ends the process at once (KILL), as a crash would, and returns when it is gone. */
    void kill();

    @Override
    void close();

    default void restart() throws Exception {
        stop();
        start();
    }

    default String connectString() {
        return address().getAddress().getHostAddress() + ":" + address().getPort();
    }

    default String ask(String fourLetterWord) throws IOException {
        return FourLetterWord.ask(address(), fourLetterWord);
    }
}
