package io.lyrebird.server.config;

import io.lyrebird.server.config.EnsembleConfig.Address;
import io.lyrebird.server.config.EnsembleConfig.Member;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The value of a {@code server.N} line: reads it, and writes it the way Apache passes it on. */
final class MemberLine {
    private static final String FORM = " does not have the form server_config or server_config;client_config where"
            + " server_config is the pipe separated list of host:port:port or host:port:port:type"
            + " and client_config is port or host:port";

    private MemberLine() {}

    static Member parse(long id, String line, boolean multiAddress) throws ConfigException {
        String[] serverAndClient = line.split(";");
        String[] addresses = serverAndClient[0].split("\\|");
        if (serverAndClient.length > 2) {
            throw new ConfigException(line + FORM);
        }
        if (!multiAddress && addresses.length > 1) {
            throw new ConfigException(
                    "Multiple address feature is disabled, but multiple addresses were specified for sid " + id);
        }
        Optional<Boolean> participant = Optional.empty();
        List<Address> quorum = new ArrayList<>();
        List<Address> election = new ArrayList<>();
        for (String address : addresses) {
            List<String> parts = hostAndPorts(address);
            if (parts.size() < 3 || parts.size() > 4) {
                throw new ConfigException(line + FORM);
            }
            quorum.add(address(parts.get(0), parts.get(1)));
            election.add(address(parts.get(0), parts.get(2)));
            if (quorum.get(quorum.size() - 1).equals(election.get(election.size() - 1))) {
                throw new ConfigException("Client and election port must be different! Please update the"
                        + " configuration file on server." + id);
            }
            if (parts.size() == 4) {
                boolean here = isParticipant(parts.get(3));
                if (participant.isPresent() && participant.get() != here) {
                    throw new ConfigException("Multiple addresses should have similar roles: server." + id);
                }
                participant = Optional.of(here);
            }
        }
        Optional<Address> client =
                serverAndClient.length == 2 ? Optional.of(clientAddress(line, serverAndClient[1])) : Optional.empty();
        return new Member(id, participant.orElse(true), quorum, election, client);
    }

    static boolean isParticipant(String role) throws ConfigException {
        switch (role.trim().toLowerCase(Locale.ROOT)) {
            case "participant":
                return true;
            case "observer":
                return false;
            default:
                throw new ConfigException("Unrecognised peertype: " + role);
        }
    }

    private static Address clientAddress(String line, String client) throws ConfigException {
        List<String> parts = hostAndPorts(client);
        if (parts.size() > 2) {
            throw new ConfigException(line + FORM);
        }
        String host = parts.size() == 2 ? parts.get(0) : "0.0.0.0";
        return address(host, parts.get(parts.size() - 1));
    }

    /** Splits at colons; an IPv6 host stands in brackets. */
    private static List<String> hostAndPorts(String address) throws ConfigException {
        if (!address.startsWith("[")) {
            return List.of(address.split(":"));
        }
        int end = address.indexOf("]:");
        if (end < 2) {
            throw new ConfigException(address + " starts with '[' but has no matching ']:'");
        }
        List<String> parts = new ArrayList<>();
        parts.add(address.substring(1, end));
        parts.addAll(List.of(address.substring(end + 2).split(":")));
        return parts;
    }

    private static Address address(String host, String port) throws ConfigException {
        try {
            return new Address(host, new InetSocketAddress(Integer.parseInt(port)).getPort());
        } catch (IllegalArgumentException e) {
            throw new ConfigException("Address unresolved: " + host + ":" + port, e);
        }
    }

    /** All parts spelled out, the addresses by their hosts. */
    static String text(Member member) {
        List<Integer> byHost = IntStream.range(0, member.quorumAddresses().size())
                .boxed()
                .sorted((a, b) -> hostText(member.quorumAddresses().get(a))
                        .compareTo(hostText(member.quorumAddresses().get(b))))
                .toList();
        String addresses = byHost.stream()
                .map(i -> text(member.quorumAddresses().get(i)) + ":"
                        + member.electionAddresses().get(i).port())
                .collect(Collectors.joining("|"));
        return addresses
                + (member.participant() ? ":participant" : ":observer")
                + member.clientAddress().map(client -> ";" + text(client)).orElse("");
    }

    static String text(Address address) {
        return new Address(hostText(address), address.port()).toString();
    }

    /** A literal address is written out in full, a name as it was given: nothing is looked up. */
    private static String hostText(Address address) {
        String host = address.host();
        boolean literal = host.indexOf(':') >= 0 || !host.isEmpty() && host.matches("[0-9.]+");
        if (!literal) {
            return host;
        }
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            return host;
        }
    }
}
