package io.lyrebird.zab;

import io.lyrebird.wire.peer.LeaderMessage;
import io.lyrebird.wire.peer.LearnerMessage;
import io.lyrebird.wire.peer.Notification;
import io.lyrebird.wire.peer.PeerState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
            if (words[0].equals("node")) {
                node = node(words);
            } else {
                node.step(input(words), effects);
            }
        } catch (IllegalStateException broken) {
            List<String> lines = new ArrayList<>(effects.take());
            lines.add("refused: " + broken.getMessage());
            return lines;
        }
        return effects.take();
    }

    /** {@code node id=1 voters=1,2,3 image=0:0 logged=1:1,1:2 delivered=1:1 accepted=1 current=1 counterMax=9} */
    private static ZabNode node(String[] words) {
        Map<String, String> options = new TreeMap<>(Map.of(
                "id",
                "1",
                "voters",
                "1",
                "image",
                "0:0",
                "logged",
                "",
                "accepted",
                "0",
                "current",
                "0",
                "recent",
                "500"));
        options.put("counterMax", Long.toString(Zxid.COUNTER_MAX - 1));
        for (String word : Arrays.asList(words).subList(1, words.length)) {
            String[] option = word.split("=");
            options.put(option[0], option[1]);
        }
        long image = zxid(options.get("image"));
        LogIndex log = LogIndex.recovered(
                image,
                Arrays.stream(options.get("logged").split(","))
                        .filter(text -> !text.isEmpty())
                        .mapToLong(Script::zxid));
        return new ZabNode(
                new ZabConfig(
                        Long.parseLong(options.get("id")),
                        QuorumRule.majority(Arrays.stream(options.get("voters").split(","))
                                .mapToLong(Long::parseLong)
                                .toArray()),
                        "servers...\n",
                        0,
                        Timing.of(100, 10, 5),
                        new Bounds(
                                Integer.parseInt(options.get("recent")),
                                100,
                                Long.parseLong(options.get("counterMax")))),
                new Persisted(
                        log,
                        options.containsKey("delivered") ? zxid(options.get("delivered")) : image,
                        Long.parseLong(options.get("accepted")),
                        Long.parseLong(options.get("current"))));
    }

    private Input input(String[] words) {
        return switch (words[0]) {
            case "start" -> new Input.Start(0);
            case "tick" -> new Input.Tick(number(words[1]));
            case "propose" -> new Input.Propose(node.nextZxid(), bytes(words[1]));
            case "proposeAs" -> new Input.Propose(zxid(words[1]), bytes(words[2]));
            case "durable" -> new Input.Durable(zxid(words[1]));
            case "epochsDurable" -> new Input.EpochsDurable(number(words[1]), number(words[2]));
            case "truncated" -> new Input.Truncated(zxid(words[1]));
            case "installed" -> new Input.SnapshotInstalled(zxid(words[1]));
            case "installFailed" -> new Input.SnapshotFailed();
            case "logDropped" -> new Input.LogDropped(zxid(words[1]));
            case "vote" -> vote(words);
            case "leaderConnected" -> new Input.LeaderConnected(number(words[1]), number(words[2]));
            case "leaderUnreachable" -> new Input.LeaderUnreachable(number(words[1]));
            case "learnerConnected" -> new Input.LearnerConnected(number(words[1]));
            case "disconnected" -> new Input.Disconnected(number(words[1]));
            case "learner" -> new Input.FromLearner(number(words[1]), learnerMessage(words));
            case "leader" -> new Input.FromLeader(number(words[1]), leaderMessage(words));
            case "forward" -> new Input.Forward(new LearnerMessage.Request(7, 1, 1, new byte[0], List.of()));
            case "answerSync" -> new Input.AnswerSync(number(words[1]));
            case "answerRevalidate" ->
                new Input.AnswerRevalidate(number(words[1]), new LeaderMessage.Revalidated(number(words[2]), true));
            default -> throw new IllegalArgumentException("no such input: " + words[0]);
        };
    }

    /** {@code vote FROM STATE LEADER ZXID EPOCH ROUND} */
    private static Input vote(String[] words) {
        return new Input.Notified(
                number(words[1]),
                new Notification(
                        PeerState.valueOf(words[2]),
                        number(words[3]),
                        zxid(words[4]),
                        number(words[6]),
                        number(words[5]),
                        Notification.VERSION,
                        ""));
    }

    private static LearnerMessage learnerMessage(String[] words) {
        return switch (words[2]) {
            case "info" ->
                new LearnerMessage.LearnerInfo(words.length > 5, number(words[4]), number(words[3]), 0x10000, 0);
            case "ackEpoch" -> new LearnerMessage.AckEpoch(Integer.parseInt(words[3]), zxid(words[4]));
            case "ack" -> new LearnerMessage.Ack(zxid(words[3]));
            case "ping" -> new LearnerMessage.PingReply(words.length > 3 ? zxid(words[3]) : 0, List.of());
            case "request" -> new LearnerMessage.Request(7, 1, 1, new byte[0], List.of());
            case "revalidate" -> new LearnerMessage.Revalidate(7, 4000);
            default -> throw new IllegalArgumentException("no such message: " + words[2]);
        };
    }

    private static LeaderMessage leaderMessage(String[] words) {
        return switch (words[2]) {
            case "info" -> new LeaderMessage.LeaderInfo(number(words[3]), 0x10000);
            case "diff" -> new LeaderMessage.Diff(zxid(words[3]));
            case "trunc" -> new LeaderMessage.Trunc(zxid(words[3]));
            case "snap" -> new LeaderMessage.Snap(zxid(words[3]));
            case "newLeader" -> new LeaderMessage.NewLeader(zxid(words[3]), "");
            case "upToDate" -> new LeaderMessage.UpToDate();
            case "proposal" -> new LeaderMessage.Proposal(zxid(words[3]), bytes(words[4]));
            case "commit" -> new LeaderMessage.Commit(zxid(words[3]));
            case "inform" -> new LeaderMessage.Inform(zxid(words[3]), bytes(words[4]));
            case "ping" -> new LeaderMessage.Ping(zxid(words[3]));
            case "syncDone" -> new LeaderMessage.SyncDone();
            case "revalidated" -> new LeaderMessage.Revalidated(7, true);
            default -> throw new IllegalArgumentException("no such message: " + words[2]);
        };
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static long number(String text) {
        return Long.parseLong(text);
    }

    private static long zxid(String text) {
        String[] parts = text.split(":");
        return Zxid.of(Long.parseLong(parts[0], 16), Long.parseLong(parts[1], 16));
    }
}
