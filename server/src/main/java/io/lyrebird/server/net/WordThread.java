package io.lyrebird.server.net;

import io.lyrebird.server.admin.Answers;
import io.lyrebird.server.admin.FourLetterWord;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers four letter words on a thread of its own, which may wait for the loops and the core. */
public final class WordThread implements WordHandler, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WordThread.class);

    private final Answers answers;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread worker = new Thread(task, "four-letter-words");
        worker.setDaemon(true);
        return worker;
    });

    public WordThread(Answers answers) {
        this.answers = answers;
    }

    @Override
    public boolean isWord(int firstFourBytes) {
        return FourLetterWord.of(firstFourBytes).isPresent();
    }

    @Override
    public boolean takesMask(int word) {
        return FourLetterWord.of(word)
                .filter(FourLetterWord.SET_TRACE_MASK::equals)
                .filter(answers::allows)
                .isPresent();
    }

    @Override
    public void answer(int word, long mask, Consumer<String> answer) {
        String name = FourLetterWord.of(word).orElseThrow();
        thread.execute(() -> answer.accept(answer(name, mask)));
    }

    private String answer(String name, long mask) {
        try {
            return name.equals(FourLetterWord.SET_TRACE_MASK) ? answers.toSetTraceMask(mask) : answers.to(name);
        } catch (RuntimeException e) {
            LOG.warn("The word {} could not be answered", name, e);
            return "";
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
