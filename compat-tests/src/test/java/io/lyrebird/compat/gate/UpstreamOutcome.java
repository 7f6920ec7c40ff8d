package io.lyrebird.compat.gate;

import java.util.List;

/** How one upstream test went, and the line of text as which it travels from the JVM that ran it. */
record UpstreamOutcome(String test, Status status, long tookMs, Evidence evidence, String message) {
    enum Status {
        STARTED,
        PASSED,
        FAILED,
        SKIPPED
    }

    /** Stands for the class where something outside its tests failed. */
    static final String WHOLE_CLASS = "*";

    /** Written last; a file without it comes from a JVM that did not reach the end. */
    static final String END = "#end";

    boolean isProvenPass() {
        return status == Status.PASSED && evidence.provesSomething();
    }

    String toLine() {
        return String.join(
                "\t",
                test,
                status.name(),
                Long.toString(tookMs),
                Integer.toString(evidence.serverProcesses()),
                Integer.toString(evidence.serversInside()),
                Integer.toString(evidence.clients()),
                message.replace("\\", "\\\\")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\t", "\\t"));
    }

    static UpstreamOutcome fromLine(String line) {
        List<String> fields = List.of(line.split("\t", -1));
        return new UpstreamOutcome(
                fields.get(0),
                Status.valueOf(fields.get(1)),
                Long.parseLong(fields.get(2)),
                new Evidence(
                        Integer.parseInt(fields.get(3)),
                        Integer.parseInt(fields.get(4)),
                        Integer.parseInt(fields.get(5))),
                fields.get(6).translateEscapes());
    }
}
