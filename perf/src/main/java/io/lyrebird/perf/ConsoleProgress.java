package io.lyrebird.perf;

import io.lyrebird.perf.bench.Progress;
import io.lyrebird.perf.bench.Round;
import io.lyrebird.perf.scenario.Metric;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;

/**
 * A bar of all rounds with what is going on behind it, on a terminal; one line per round elsewhere. A round is the unit:
 * rounds take about the same time.
 */
final class ConsoleProgress implements Progress {
    private static final int BAR_CHARS = 24;
    private static final int LINE_CHARS = 110;

    private final PrintStream out;
    private final boolean terminal;
    private final int roundsExpected;
    private final long startNanos = System.nanoTime();
    private int rounds;
    private String step = "";

    ConsoleProgress(PrintStream out, boolean terminal, int roundsExpected) {
        this.out = out;
        this.terminal = terminal;
        this.roundsExpected = Math.max(1, roundsExpected);
    }

    @Override
    public void scenario(String title) {
        clearLine();
        out.println(title);
    }

    @Override
    public void step(String server, String what) {
        step = server + " " + what;
        draw("");
    }

    @Override
    public void rate(double perSecond) {
        if (perSecond > 0) {
            draw(String.format(Locale.ROOT, "  %,.0f/s", perSecond));
        }
    }

    @Override
    public void round(Round round) {
        rounds++;
        clearLine();
        out.println("  " + describe(round));
        draw("");
    }

    static String describe(Round round) {
        StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-18s %d ", round.server(), round.number()));
        for (Map.Entry<Metric, Double> entry : round.metrics().entrySet()) {
            Metric metric = entry.getKey();
            if (metric == Metric.ERRORS && entry.getValue() == 0) {
                continue;
            }
            line.append(String.format(
                    Locale.ROOT,
                    Math.abs(entry.getValue()) >= 100 ? "  %s %,.0f" : "  %s %.2f",
                    metric.label(),
                    entry.getValue()));
            if (metric == Metric.P50 || metric == Metric.CPU || metric == Metric.RSS) {
                line.append(' ').append(metric == Metric.CPU ? "µs" : metric.unit());
            }
        }
        return line.toString();
    }

    void done() {
        clearLine();
    }

    private void draw(String rate) {
        if (!terminal) {
            return;
        }
        int filled = Math.min(BAR_CHARS, BAR_CHARS * rounds / roundsExpected);
        String line = String.format(
                Locale.ROOT,
                "[%s%s] %3d%% %s  %s%s",
                "█".repeat(filled),
                "·".repeat(BAR_CHARS - filled),
                Math.min(100, 100 * rounds / roundsExpected),
                remaining(),
                step,
                rate);
        out.print("\r" + (line.length() > LINE_CHARS ? line.substring(0, LINE_CHARS) : line) + "\u001b[K");
        out.flush();
    }

    private String remaining() {
        if (rounds == 0) {
            return "--:--";
        }
        long elapsedSeconds = (System.nanoTime() - startNanos) / 1_000_000_000L;
        long left = elapsedSeconds * Math.max(0, roundsExpected - rounds) / rounds;
        return String.format(Locale.ROOT, "%02d:%02d", left / 60, left % 60);
    }

    private void clearLine() {
        if (terminal) {
            out.print("\r\u001b[K");
        }
    }
}
