package io.lyrebird.perf.load;

import java.util.List;

/** The requests the generator tells apart: each has a histogram of its own. */
public enum Operation {
    GET_DATA("getData"),
    EXISTS("exists"),
    GET_CHILDREN("getChildren"),
    SET_DATA("setData"),
    CREATE("create"),
    DELETE("delete"),
    /** A getData that leaves a watch. */
    WATCH("watch");

    static final List<Operation> ALL = List.of(values());

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** As in scenario files and in reports. */
    public String label() {
        return label;
    }

    public static Operation ofLabel(String label) {
        for (Operation operation : ALL) {
            if (operation.label.equals(label)) {
                return operation;
            }
        }
        throw new IllegalArgumentException("there is no operation '" + label + "', only "
                + String.join(" ", ALL.stream().map(Operation::label).toList()));
    }
}
