package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The first thing that whoever connects to an election port says (QuorumCnxManager.InitialMessage): who it is, and where
 * it can be reached.
 *
 * @param addresses none from a server of before 3.5, which sends its bare id
 */
record ElectionHello(long serverId, List<Address> addresses) {
    /** Since 3.5: one address follows. */
    static final long ONE_ADDRESS = -65536;
    /** Since 3.6, and only if {@code multiAddress.enabled}: all addresses follow, with | between them. */
    static final long MANY_ADDRESSES = -65535;
    /** What observers without an id of their own say. */
    static final long NAMELESS_OBSERVER = Long.MAX_VALUE;

    private static final int ADDRESS_BYTES_MAX = 2048;
    private static final int LENGTH_AT = 2 * Long.BYTES;

    ElectionHello {
        addresses = List.copyOf(addresses);
    }

    void encode(boolean allAddresses, ByteBuf out) {
        List<Address> told = allAddresses ? addresses : addresses.subList(0, 1);
        byte[] text = told.stream()
                .map(Address::toString)
                .collect(Collectors.joining("|"))
                .getBytes(StandardCharsets.UTF_8);
        out.writeLong(allAddresses ? MANY_ADDRESSES : ONE_ADDRESS);
        out.writeLong(serverId);
        out.writeInt(text.length);
        out.writeBytes(text);
    }

    /** Nothing as long as it has not arrived whole; then exactly its bytes have been read. */
    static Optional<ElectionHello> decode(ByteBuf in) {
        int start = in.readerIndex();
        if (in.readableBytes() < Long.BYTES) {
            return Optional.empty();
        }
        long idOrVersion = in.getLong(start);
        if (idOrVersion >= 0) {
            in.skipBytes(Long.BYTES);
            return Optional.of(new ElectionHello(idOrVersion, List.of()));
        }
        if (idOrVersion != ONE_ADDRESS && idOrVersion != MANY_ADDRESSES) {
            throw new MalformedException("protocol version " + idOrVersion);
        }
        if (in.readableBytes() < LENGTH_AT + Integer.BYTES) {
            return Optional.empty();
        }
        int length = in.getInt(start + LENGTH_AT);
        if (length <= 0 || length > ADDRESS_BYTES_MAX) {
            throw new MalformedException("addresses of " + length + " bytes");
        }
        if (in.readableBytes() < LENGTH_AT + Integer.BYTES + length) {
            return Optional.empty();
        }
        long serverId = in.getLong(start + Long.BYTES);
        in.skipBytes(LENGTH_AT + Integer.BYTES);
        return Optional.of(new ElectionHello(
                serverId,
                addresses(in.readCharSequence(length, StandardCharsets.UTF_8).toString())));
    }

    /** A server that listens on all its addresses may not know by which it is reached: such addresses are left out. */
    private static List<Address> addresses(String text) {
        List<Address> addresses = new ArrayList<>();
        for (String one : text.split("\\|")) {
            int colon = one.lastIndexOf(':');
            if (colon < 0) {
                throw new MalformedException("no port in the address " + one);
            }
            String host = one.substring(0, colon);
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            if (!isWildcard(host)) {
                addresses.add(new Address(host, port(one.substring(colon + 1))));
            }
        }
        return addresses;
    }

    private static boolean isWildcard(String host) {
        return host.isEmpty() || host.equals("0.0.0.0") || host.equals("::") || host.equals("0:0:0:0:0:0:0:0");
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port > 0 && port <= 0xffff) {
                return port;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new MalformedException("the port " + text);
    }
}
