package io.lyrebird.compat.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Ends the processes that a test JVM has started when that JVM goes away, however it goes. A shell reads their ids from
 * a pipe; the end of the pipe is the end of the JVM, and whatever is still listed then is killed. A listed process must
 * lead a process group (setsid), so that what it has started goes with it.
 */
public final class Reaper {
    /** Ids come round again within minutes of starting JVMs: a process is known by its id and its time of birth. */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            birth() { birth=; read -r stat < "/proc/$1/stat" && set -- $stat && birth=${22}; } 2>/dev/null
            listed=
            while read -r sign pid; do
                case $sign in
                    +)
                        birth "$pid"
                        listed="$listed $pid:$birth"
                        ;;
                    -)
                        others=
                        for each in $listed; do
                            [ "${each%:*}" = "$pid" ] || others="$others $each"
                        done
                        listed=$others
                        ;;
                esac
            done
            for each in $listed; do
                birth "${each%:*}"
                [ -n "$birth" ] && [ "$birth" = "${each#*:}" ] && kill -s KILL -- "-${each%:*}"
            done
            """;

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
