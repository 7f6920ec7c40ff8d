package io.lyrebird.zab;

import io.lyrebird.wire.peer.LearnerMessage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Learners that have come before this server knows that it leads: those it will lead may know it first. They wait with
 * what they have said, until the election is over.
 */
final class Lobby {
    private static final int MESSAGES_MAX = 2;

    private final Map<Long, List<LearnerMessage>> waiting = new LinkedHashMap<>();

    void enter(long connection) {
        waiting.put(connection, new ArrayList<>());
    }

    /** A learner says one thing and waits for the answer; one that goes on is none. */
    void say(long connection, LearnerMessage message, Effects effects) {
        List<LearnerMessage> said = waiting.get(connection);
        if (said == null) {
            return;
        }
        said.add(message);
        if (said.size() >= MESSAGES_MAX) {
            waiting.remove(connection);
            effects.disconnect(connection);
        }
    }

    void leave(long connection) {
        waiting.remove(connection);
    }

    void dismiss(Effects effects) {
        waiting.keySet().forEach(effects::disconnect);
        waiting.clear();
    }

    void admit(BiConsumer<Long, List<LearnerMessage>> leader) {
        Map<Long, List<LearnerMessage>> admitted = new LinkedHashMap<>(waiting);
        waiting.clear();
        admitted.forEach(leader);
    }
}
