package io.lyrebird.perf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The words of a command line: {@code --name value} or {@code --name=value}, and switches without a value. */
final class Arguments {
    private final Map<String, String> values = new LinkedHashMap<>();

    /** A mistake in the command line; its message is for the user. */
    static final class UsageException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    private Arguments() {}

    static Arguments parse(List<String> words, Set<String> options, Set<String> switches) {
        Arguments arguments = new Arguments();
        List<String> rest = new ArrayList<>(words);
        while (!rest.isEmpty()) {
            String word = rest.remove(0);
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (switches.contains(word)) {
                arguments.put(name, "");
            } else if (options.contains(name)) {
                arguments.put(name, word.contains("=") ? word.substring(name.length() + 1) : valueOf(name, rest));
            } else {
                throw new UsageException("there is no option '" + word + "'");
            }
        }
        return arguments;
    }

    private static String valueOf(String name, List<String> rest) {
        if (rest.isEmpty() || rest.get(0).startsWith("--")) {
            throw new UsageException(name + " needs a value");
        }
        return rest.remove(0);
    }

    private void put(String name, String value) {
        if (values.put(name, value) != null) {
            throw new UsageException(name + " is there twice");
        }
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Optional<String> text(String name) {
        return Optional.ofNullable(values.get(name));
    }

    <T> T get(String name, T otherwise, Function<String, T> parser) {
        String text = values.get(name);
        try {
            return text == null ? otherwise : parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + " " + text + ": " + e.getMessage());
        }
    }
}
