package io.lyrebird.server.tools;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A command's words: those in order, options with a value ({@code --to lmdb}) and flags ({@code --json}). */
final class Arguments {
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();

    Arguments(String[] args, Set<String> optionNames, Set<String> flagNames) throws UsageException {
        for (int i = 0; i < args.length; i++) {
            String arg = args[i];
            if (!arg.startsWith("--")) {
                words.add(arg);
            } else if (flagNames.contains(arg)) {
                options.put(arg, "");
            } else if (!optionNames.contains(arg)) {
                throw new UsageException("there is no option " + arg);
            } else if (i + 1 == args.length) {
                throw new UsageException(arg + " needs a value");
            } else {
                i++;
                options.put(arg, args[i]);
            }
        }
    }

    /** @param what the name of each word, in order */
    void requireWords(int min, int max, String what) throws UsageException {
        if (words.size() < min || words.size() > max) {
            throw new UsageException("needs " + what);
        }
    }

    String word(int index) {
        return words.get(index);
    }

    Optional<String> optionalWord(int index) {
        return index < words.size() ? Optional.of(words.get(index)) : Optional.empty();
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    String requiredOption(String name) throws UsageException {
        return option(name).orElseThrow(() -> new UsageException("needs " + name));
    }

    boolean flag(String name) {
        return options.containsKey(name);
    }
}
