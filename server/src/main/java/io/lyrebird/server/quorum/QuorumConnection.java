package io.lyrebird.server.quorum;

import io.lyrebird.zab.Input;
import io.netty.channel.Channel;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;

/** One connection between a learner and a leader; this server is either. */
final class QuorumConnection {
    private final QuorumTransport transport;
    private final long number;
    private final boolean toLeader;
    private final Channel channel;
    private final Sending sending;
    private final Intake intake;
    private final Receiving receiving;

    private volatile boolean unwanted;
    private boolean introduced;
    private ScheduledFuture<?> deadline;
    private boolean over;

    QuorumConnection(QuorumTransport transport, long number, boolean toLeader, Channel channel, Executor workers) {
        this.transport = transport;
        this.number = number;
        this.toLeader = toLeader;
        this.channel = channel;
        sending = new Sending(transport.sockets(), channel, workers, transport.limits(), this::fail);
        intake = new Intake(transport.core(), transport.sockets()::execute, this::readOrNot);
        receiving = new Receiving(this, transport.limits(), intake);
        introduced = toLeader;
        channel.pipeline().addLast(receiving);
    }

    long number() {
        return number;
    }

    /** Whether the other side leads, and this server learns from it. */
    boolean isToLeader() {
        return toLeader;
    }

    Channel channel() {
        return channel;
    }

    Sending sending() {
        return sending;
    }

    Receiving receiving() {
        return receiving;
    }

    void execute(Runnable task) {
        transport.sockets().execute(task);
    }

    private void readOrNot() {
        receiving.readOrNot();
    }

    /** Whether the core wants to hear from it still. */
    boolean isWanted() {
        return !unwanted;
    }

    /** The core has done with it. From any thread. */
    void disconnect() {
        unwanted = true;
        execute(() -> {
            channel.close();
            receiving.abandon();
        });
    }

    /** It cannot go on, since the other side or something here has failed. From any thread. */
    void fail(String reason) {
        if (isWanted() && channel.isActive()) {
            transport
                    .trouble()
                    .warn("Quorum connection " + number + (toLeader ? " to " : " from ") + channel.remoteAddress()
                            + " is closed: " + reason);
        }
        execute(channel::close);
    }

    // ---- on the loop

    /** When a stranger has to have said who it is. */
    void deadline(ScheduledFuture<?> set) {
        deadline = set;
    }

    void introduced() {
        introduced = true;
        deadline.cancel(false);
        transport.introduced(this);
    }

    /** Closed, and everything that came has been handed in. */
    void ended() {
        if (over) {
            return;
        }
        over = true;
        if (deadline != null) {
            deadline.cancel(false);
        }
        transport.forget(this);
        if (isWanted() && introduced) {
            intake.submit(new Input.Disconnected(number), 0);
        }
    }

    void closeIfStalled() {
        if (channel.isActive() && sending.isStalled()) {
            fail("it has taken nothing of what was sent for "
                    + transport.limits().stallMs() + " ms");
        }
    }
}
