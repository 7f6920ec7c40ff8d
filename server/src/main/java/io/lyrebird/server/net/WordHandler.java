package io.lyrebird.server.net;

import java.util.function.Consumer;

/** Answers the four letter words, which a client sends instead of the length of its first frame. */
public interface WordHandler {
    /** Whether these four bytes are a word, allowed or not. */
    boolean isWord(int firstFourBytes);

    /** Whether eight bytes follow the word, a trace mask; not for a word that is refused. */
    boolean takesMask(int word);

    /**
     * Answers a word. Called on the client's loop, so it must not wait; the answer may come later and from any thread.
     *
     * @param mask 0 unless the word takes one
     */
    void answer(int word, long mask, Consumer<String> answer);
}
