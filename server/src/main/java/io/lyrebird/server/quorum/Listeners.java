package io.lyrebird.server.quorum;

import io.lyrebird.server.config.EnsembleConfig;
import io.lyrebird.server.config.EnsembleConfig.Address;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens on the addresses of this server's own line. */
final class Listeners {
    private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
    private static final long RETRY_MS = 1_000;

    private Listeners() {}

    /**
     * Tries as often as {@code electionPortBindRetry} says: a port may still be held by a server that is being replaced.
     * It is enough if one of several addresses can be had.
     */
    static List<Channel> open(
            PeerSockets sockets,
            List<Address> own,
            EnsembleConfig.Network network,
            String port,
            Consumer<Channel> accepted)
            throws IOException {
        for (int attempt = 1; ; attempt++) {
            List<Channel> open = new ArrayList<>();
            IOException failure = null;
            for (InetSocketAddress address : bindAddresses(own, network.listenOnAllIps())) {
                try {
                    open.add(sockets.listen(address, accepted));
                    LOG.info("The {} port is {}", port, address);
                } catch (IOException e) {
                    LOG.warn("The {} port: {}", port, e.getMessage());
                    failure = e;
                }
            }
            if (!open.isEmpty()) {
                return open;
            }
            if (network.bindAttemptsMax() > 0 && attempt >= network.bindAttemptsMax()) {
                throw new IOException(
                        "the " + port + " port is not to be had after " + attempt + " attempts: "
                                + (failure == null ? "no address" : failure.getMessage()),
                        failure);
            }
            pause();
        }
    }

    private static Set<InetSocketAddress> bindAddresses(List<Address> own, boolean all) {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>();
        for (Address address : own) {
            addresses.add(all ? new InetSocketAddress(address.port()) : address.resolve());
        }
        return addresses;
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(RETRY_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a port", e);
        }
    }
}
