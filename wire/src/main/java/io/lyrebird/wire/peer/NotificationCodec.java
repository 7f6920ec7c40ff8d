package io.lyrebird.wire.peer;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The body of a message of the election port, whose length is in front of it. */
public final class NotificationCodec {
    private static final int EPOCH_SHIFT = 32;
    /** From before 3.4, without the epoch of the proposed leader. */
    private static final int BYTES_WITHOUT_EPOCH = 28;

    /** From before 3.5. It has a version, which Apache does not look at either. */
    private static final int BYTES_WITHOUT_CONFIG = 40;

    private static final int FIRST_VERSION_WITH_CONFIG = 2;

    private NotificationCodec() {}

    public static void encode(Notification notification, ByteBuf out) {
        byte[] config = notification.config().getBytes(StandardCharsets.UTF_8);
        out.writeInt(notification.state().number());
        out.writeLong(notification.leader());
        out.writeLong(notification.zxid());
        out.writeLong(notification.round());
        out.writeLong(notification.peerEpoch());
        out.writeInt(Notification.VERSION);
        Jute.writeBuffer(out, config);
    }

    /** The buffer ends where the message ends; what later versions may add is left unread. */
    public static Notification decode(ByteBuf in) {
        int length = in.readableBytes();
        int number = Jute.readInt(in);
        PeerState state = PeerState.of(number);
        if (state == null) {
            throw new MalformedException("vote of a server in state " + number);
        }
        long leader = Jute.readLong(in);
        long zxid = Jute.readLong(in);
        long round = Jute.readLong(in);
        long peerEpoch = length == BYTES_WITHOUT_EPOCH ? zxid >>> EPOCH_SHIFT : Jute.readLong(in);
        boolean withoutVersion = length == BYTES_WITHOUT_EPOCH || length == BYTES_WITHOUT_CONFIG;
        int version = withoutVersion ? 0 : Jute.readInt(in);
        byte[] config = version < FIRST_VERSION_WITH_CONFIG ? null : Jute.readBuffer(in);
        return new Notification(
                state,
                leader,
                zxid,
                round,
                peerEpoch,
                version,
                config == null ? "" : new String(config, StandardCharsets.UTF_8));
    }
}
