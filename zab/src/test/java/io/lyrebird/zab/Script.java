package io.lyrebird.zab;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays a script: lines that begin with {@code >} are inputs to one node, the lines under it are its effects, empty
 * lines and {@code #} are for the reader. Zxids are written {@code epoch:counter}, in hex.
 */
final class Script {
    private final RecordingEffects effects = new RecordingEffects();
    private ZabNode node;

    /** The script again, with the effects that each input really had. */
    List<String> play(List<String> script) {
        List<String> happened = new ArrayList<>();
        for (String line : script) {
            if (line.startsWith(">")) {
                happened.add(line);
                happened.addAll(apply(line.substring(1).trim().split(" +")));
            } else if (line.isBlank() || line.startsWith("#")) {
                happened.add(line);
            }
        }
        return happened;
    }

    private List<String> apply(String[] words) {
        try {
            command(words);
        } catch (IllegalStateException broken) {
            List<String> lines = new ArrayList<>(effects.take());
            lines.add("refused: " + broken.getMessage());
            return lines;
        }
        return effects.take();
    }

    private void command(String[] words) {
        switch (words[0]) {
            case "standAlone" ->
                node = new ZabNode(
                        new ZabConfig(1, words.length > 5 ? Long.parseLong(words[5]) : Zxid.COUNTER_MAX - 1),
                        new Persisted(
                                zxid(words[1]), zxid(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4])));
            case "start" -> node.step(new Input.Start(0), effects);
            case "tick" -> node.step(new Input.Tick(Long.parseLong(words[1])), effects);
            case "propose" ->
                node.step(new Input.Propose(node.nextZxid(), words[1].getBytes(StandardCharsets.UTF_8)), effects);
            case "proposeAs" ->
                node.step(new Input.Propose(zxid(words[1]), words[2].getBytes(StandardCharsets.UTF_8)), effects);
            case "durable" -> node.step(new Input.Durable(zxid(words[1])), effects);
            case "epochsDurable" ->
                node.step(new Input.EpochsDurable(Long.parseLong(words[1]), Long.parseLong(words[2])), effects);
            default -> throw new IllegalArgumentException("no such command: " + words[0]);
        }
    }

    private static long zxid(String text) {
        String[] parts = text.split(":");
        return Zxid.of(Long.parseLong(parts[0], 16), Long.parseLong(parts[1], 16));
    }
}
