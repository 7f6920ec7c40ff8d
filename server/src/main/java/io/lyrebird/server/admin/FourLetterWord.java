package io.lyrebird.server.admin;

import io.lyrebird.server.config.ServerConfig.FourLetterWords;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Recognises a word in the four bytes in which a client would send the length of its first frame. */
public final class FourLetterWord {
    /** The word that is followed by eight bytes: the trace mask to set. */
    public static final String SET_TRACE_MASK = "stmk";

    /** What telnet sends when it closes; known only to keep it from being taken for a hostile length. */
    private static final int TELNET_CLOSE = 0xfff4fffd;

    private static final Map<Integer, String> WORDS = words();

    private FourLetterWord() {}

    private static Map<Integer, String> words() {
        Map<Integer, String> words = new HashMap<>();
        for (String word : FourLetterWords.ALL) {
            words.put(code(word), word);
        }
        words.put(TELNET_CLOSE, "telnet close");
        return words;
    }

    private static int code(String word) {
        int code = 0;
        for (int i = 0; i < word.length(); i++) {
            code = code << 8 | word.charAt(i);
        }
        return code;
    }

    /** The word that these bytes spell, read as a big-endian number, if it is one. */
    public static Optional<String> of(int firstFourBytes) {
        return Optional.ofNullable(WORDS.get(firstFourBytes));
    }
}
