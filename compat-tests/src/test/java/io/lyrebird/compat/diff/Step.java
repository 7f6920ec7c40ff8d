package io.lyrebird.compat.diff;

import java.util.List;

/** One thing that one of the clients of a sequence does. The next step starts when this one is answered. */
sealed interface Step {
    int client();

    void perform(Performer performer) throws Exception;

    /** Does the steps on one server. */
    interface Performer {
        void ask(int client, List<Call> calls) throws Exception;

        void open(int client, Handshake handshake) throws Exception;

        void reopen(int client, Handshake handshake) throws Exception;

        void drop(int client) throws Exception;

        void expire(int client, boolean silently) throws Exception;

        void restart(boolean killed) throws Exception;
    }

    /** Sends a request. */
    record Ask(int client, Call call) implements Step {
        @Override
        public void perform(Performer performer) throws Exception {
            performer.ask(client, List.of(call));
        }

        @Override
        public String toString() {
            return "c" + client + ": " + call;
        }
    }

    /** Sends several requests in one go, and only then looks at the answers. */
    record Burst(int client, List<Call> calls) implements Step {
        @Override
        public void perform(Performer performer) throws Exception {
            performer.ask(client, calls);
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("c" + client + ": at once");
            calls.forEach(call -> text.append("\n        ").append(call));
            return text.toString();
        }
    }

    /** Asks for a new session; the one that the client had is left without a connection. */
    record Open(int client, Handshake handshake) implements Step {
        @Override
        public void perform(Performer performer) throws Exception {
            performer.open(client, handshake);
        }

        @Override
        public String toString() {
            return "c" + client + ": open a session, " + handshake;
        }
    }

    /** Goes on with the session on another connection, whether the one before is still there or not. */
    record Reopen(int client, Handshake handshake) implements Step {
        @Override
        public void perform(Performer performer) throws Exception {
            performer.reopen(client, handshake);
        }

        @Override
        public String toString() {
            return "c" + client + ": reopen the session, " + handshake;
        }
    }

    /** Closes the connection, not the session. */
    record Drop(int client) implements Step {
        @Override
        public void perform(Performer performer) throws Exception {
            performer.drop(client);
        }

        @Override
        public String toString() {
            return "c" + client + ": drop the connection";
        }
    }

    /** Lets the session expire, without a connection or with one that has gone silent. */
    record Expire(int client, boolean silently) implements Step {
        @Override
        public void perform(Performer performer) throws Exception {
            performer.expire(client, silently);
        }

        @Override
        public String toString() {
            return "c" + client + ": let the session expire" + (silently ? ", connected" : ", disconnected");
        }
    }

    /** Ends the server, as an operator does or as a crash does, and starts it again on the data that it has left. */
    record Restart(boolean killed) implements Step {
        @Override
        public int client() {
            return -1;
        }

        @Override
        public void perform(Performer performer) throws Exception {
            performer.restart(killed);
        }

        @Override
        public String toString() {
            return (killed ? "kill" : "stop") + " the server, and start it again";
        }
    }
}
