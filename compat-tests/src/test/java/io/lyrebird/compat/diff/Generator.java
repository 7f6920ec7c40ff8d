package io.lyrebird.compat.diff;

import io.lyrebird.compat.diff.Dice.Weighted;
import io.lyrebird.compat.diff.Handshake.Credentials;
import io.lyrebird.compat.diff.Handshake.ReadOnly;
import io.lyrebird.compat.diff.Handshake.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;

/** Sequences from a seed: the same seed and number give the same sequence, whatever came before. */
final class Generator {
    private static final int USUAL_TIMEOUT_MS = 30_000;
    private static final int LENGTH_MIN = 20;
    private static final int LENGTH_MAX = 60;

    /** What not every configuration of a server is fit for. */
    enum Feature {
        /** Sessions expire; it takes its time. */
        EXPIRIES,
        /** Requests are sent in one go; if one of them ends the connection, nobody can say what becomes of the others. */
        BURSTS,
        /** The server is stopped or killed, once or twice in a sequence. */
        RESTARTS
    }

    private final long seed;
    private final Set<Feature> features;

    Generator(long seed, Set<Feature> features) {
        this.seed = seed;
        this.features = features;
    }

    Sequence sequence(int number) {
        Dice dice = new Dice(seed * 1_000_003 + number);
        return new Sequence(seed, number, new Making(dice, features).steps());
    }

    private static final class Making {
        private final Dice dice;
        private final Set<Feature> features;
        private final Theme theme;
        private final Requests requests;
        private final int clients;
        private final Weighted<Step> kinds;
        private final List<Step> steps = new ArrayList<>();
        private boolean quotas;

        Making(Dice dice, Set<Feature> features) {
            this.dice = dice;
            this.features = features;
            this.theme = dice.oneOf(Theme.values());
            this.requests = new Requests(dice, new Values(dice), theme);
            this.clients = dice.oneOf(1, 2, 2, 3, 3, 4);
            int sessions = theme.sessions();
            this.kinds = new Weighted<Step>()
                    .add(300, () -> new Step.Ask(client(), call()))
                    .add(8 + theme.auths() * 3, () -> new Step.Ask(client(), requests.atOnce()))
                    .add(features.contains(Feature.BURSTS) ? 16 : 0, this::burst)
                    .add(sessions / 3, () -> new Step.Open(client(), opening()))
                    .add(sessions / 2, () -> new Step.Reopen(client(), reopening()))
                    .add(sessions / 3, () -> new Step.Drop(client()))
                    .add(sessions / 4, () -> new Step.Ask(client(), closeSession()))
                    .add(
                            features.contains(Feature.EXPIRIES) ? 2 + sessions / 4 : 0,
                            () -> new Step.Expire(client(), dice.chance(40)));
        }

        List<Step> steps() {
            if (dice.chance(70)) {
                prepare("@/a");
                prepare("@/b");
            }
            int length = dice.between(LENGTH_MIN, LENGTH_MAX);
            int restarts = features.contains(Feature.RESTARTS) ? dice.between(1, 2) : 0;
            while (steps.size() < length) {
                if (restarts > 0 && steps.size() > length / (restarts + 1)) {
                    restarts--;
                    restart();
                }
                if (dice.below(1000) < theme.quotas() * 4) {
                    quotas = true;
                    int client = client();
                    requests.quota().forEach(call -> steps.add(new Step.Ask(client, call)));
                } else {
                    steps.add(kinds.roll(dice));
                }
            }
            return steps;
        }

        /** Most clients come back to the sessions that they had. */
        private void restart() {
            steps.add(new Step.Restart(dice.chance(50)));
            for (int client = 0; client < clients; client++) {
                if (dice.chance(80)) {
                    Handshake again =
                            new Handshake(Seen.LAST, USUAL_TIMEOUT_MS, Credentials.RIGHT, readOnly(), protocol());
                    steps.add(new Step.Reopen(client, again));
                }
            }
        }

        private void prepare(String path) {
            steps.add(new Step.Ask(
                    client(), Calls.create(OpCode.create, path, new byte[] {'x'}, Ids.OPEN_ACL_UNSAFE, 0)));
        }

        private int client() {
            return dice.below(clients);
        }

        private Call call() {
            Call call = requests.inOrder();
            quotas |= KnownDifferences.setsQuota(call);
            return call;
        }

        private Step burst() {
            if (quotas) {
                return new Step.Ask(client(), call());
            }
            List<Call> calls = new ArrayList<>();
            for (int left = dice.between(2, 12); left > 0; left--) {
                Call call = call();
                calls.add(call);
                if (!KnownDifferences.mayBeFollowedAtOnce(call)) {
                    return new Step.Burst(client(), calls);
                }
            }
            if (dice.chance(10)) {
                calls.add(closeSession());
            }
            return new Step.Burst(client(), calls);
        }

        private static Call closeSession() {
            return Call.empty(OpCode.closeSession, "closeSession");
        }

        private Handshake opening() {
            Seen seen = dice.oneOf(Seen.NOTHING, Seen.NOTHING, Seen.LAST, Seen.AHEAD, Seen.NEGATIVE);
            Credentials credentials =
                    dice.oneOf(Credentials.RIGHT, Credentials.RIGHT, Credentials.SHORT, Credentials.NONE);
            return new Handshake(seen, timeout(), credentials, readOnly(), protocol());
        }

        private Handshake reopening() {
            if (dice.chance(60)) {
                return new Handshake(Seen.LAST, USUAL_TIMEOUT_MS, Credentials.RIGHT, readOnly(), protocol());
            }
            return new Handshake(
                    dice.oneOf(Seen.values()), timeout(), dice.oneOf(Credentials.values()), readOnly(), protocol());
        }

        private int timeout() {
            return dice.oneOf(USUAL_TIMEOUT_MS, USUAL_TIMEOUT_MS, 10_000, 20_001, 1_000_000, Integer.MAX_VALUE);
        }

        private ReadOnly readOnly() {
            return dice.oneOf(ReadOnly.NO, ReadOnly.NO, ReadOnly.YES, ReadOnly.ABSENT);
        }

        private int protocol() {
            return dice.chance(95) ? 0 : dice.oneOf(1, -1, 77);
        }
    }
}
