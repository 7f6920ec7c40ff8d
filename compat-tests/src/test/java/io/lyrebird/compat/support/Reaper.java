package io.lyrebird.compat.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Ends the processes that a test JVM has started when that JVM goes away, however it goes. A shell reads their ids from
 * a pipe; the end of the pipe is the end of the JVM, and whatever is still listed then is killed. A listed process leads
 * a process group, so that what it has started goes with it.
 */
public final class Reaper {
    private static final String SCRIPT = "trap '' INT TERM HUP; alive=' '; while read -r sign pid; do case $sign in"
            + " +) alive=\"$alive$pid \" ;; -) alive=\"${alive% $pid *} ${alive#* $pid }\" ;; esac; done;"
            + " for pid in $alive; do kill -9 -- -$pid || kill -9 $pid; done 2>/dev/null";

    private static Writer pipe;

    private Reaper() {}

    public static void watch(Process process) {
        tell("+ " + process.pid());
        process.onExit().thenRun(() -> tell("- " + process.pid()));
    }

    private static synchronized void tell(String line) {
        try {
            if (pipe == null) {
                Process shell = new ProcessBuilder("setsid", "sh", "-c", SCRIPT)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                pipe = shell.outputWriter(StandardCharsets.US_ASCII);
            }
            pipe.write(line + "\n");
            pipe.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
