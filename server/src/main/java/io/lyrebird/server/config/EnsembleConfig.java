package io.lyrebird.server.config;

import io.lyrebird.zab.GroupRule;
import io.lyrebird.zab.QuorumRule;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * The ensemble this server is a member of, as zoo.cfg or the dynamic file names it.
 *
 * @param myId of this server, from the file {@code myid}
 * @param members {@code server.N}, by id; this server is one of them
 * @param groups {@code group.N} and {@code weight.N}: one for each participant, or none at all if a majority decides
 * @param membersText the configuration as it travels between servers, a line for each member, group and weight, without
 *     the version: what Apache's {@code QuorumVerifier.toString} gives
 * @param version of the configuration: the end of the dynamic file's name, 0 without one
 * @param leaderServes {@code leaderServes}: whether clients may connect to a leader
 */
public record EnsembleConfig(
        long myId,
        List<Member> members,
        List<GroupRule.Member> groups,
        String membersText,
        long version,
        boolean leaderServes,
        Limits limits,
        Election election,
        Network network,
        Synchronisation synchronisation) {
    public EnsembleConfig {
        members = List.copyOf(members);
        groups = List.copyOf(groups);
    }

    /** Host and port as written: a name is looked up whenever it is needed, since addresses change. */
    public record Address(String host, int port) {
        /** Looks the name up. */
        public InetSocketAddress resolve() {
            return new InetSocketAddress(host, port);
        }

        /** An IPv6 address in brackets. */
        @Override
        public String toString() {
            return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /**
     * One {@code server.N} line.
     *
     * @param quorumAddresses where a leader is reached, in the order written
     * @param electionAddresses where votes are sent; as many, on the same hosts
     * @param clientAddress if the line has one
     */
    public record Member(
            long id,
            boolean participant,
            List<Address> quorumAddresses,
            List<Address> electionAddresses,
            Optional<Address> clientAddress) {
        public Member {
            quorumAddresses = List.copyOf(quorumAddresses);
            electionAddresses = List.copyOf(electionAddresses);
        }
    }

    /**
     * How long things may take, in ticks where it says so.
     *
     * @param initTicks {@code initLimit}: for a learner to connect and to get in step
     * @param syncTicks {@code syncLimit}: for a learner or leader to be silent
     * @param connectTicks {@code connectToLearnerMasterLimit}, else initLimit: for the connection to a leader
     * @param electionConnectMs {@code cnxTimeout}: for one attempt to connect to an election port
     * @param handshakeMs {@code quorumCnxnTimeoutMs}, else syncLimit: for a connection to the election port to say who
     *     it is
     * @param leaderConnectRetryMs {@code leaderConnectDelayDuringRetryMs}: before a leader is tried again
     */
    public record Limits(
            int initTicks,
            int syncTicks,
            int connectTicks,
            int electionConnectMs,
            int handshakeMs,
            int leaderConnectRetryMs) {}

    /**
     * Election.
     *
     * @param notificationMinMs {@code fastleader.minNotificationInterval}
     * @param notificationMaxMs {@code fastleader.maxNotificationInterval}
     */
    public record Election(int notificationMinMs, int notificationMaxMs) {}

    /**
     * The ports for other servers.
     *
     * @param listenOnAllIps {@code quorumListenOnAllIPs}: listen on every address and not on those of the own line
     * @param bindAttemptsMax {@code electionPortBindRetry}: how often a port is tried that cannot be had; 0 is for ever
     * @param tcpKeepAlive {@code tcpKeepAlive}
     * @param multiAddress {@code multiAddress.enabled}: tell the others all addresses; only servers from 3.6 on
     *     understand it
     */
    public record Network(boolean listenOnAllIps, int bindAttemptsMax, boolean tcpKeepAlive, boolean multiAddress) {}

    /**
     * How learners are brought into step.
     *
     * @param recentTxnsMax {@code commitLogCount}: committed txns kept in memory
     * @param snapshotSizeFactor {@code snapshotSizeFactor}: the log is sent as long as it is smaller than this part of
     *     a snapshot; negative: never from the disk's log
     * @param forceSnapshot {@code forceSnapshotSync}: always send a snapshot, for tests
     * @param zxidCounterMax {@code lyrebird.zxidCounterMax}: the last counter of an epoch, lower for tests
     */
    public record Synchronisation(
            int recentTxnsMax, double snapshotSizeFactor, boolean forceSnapshot, long zxidCounterMax) {}

    public Member self() {
        return member(myId).orElseThrow();
    }

    public Optional<Member> member(long serverId) {
        return members.stream().filter(member -> member.id() == serverId).findFirst();
    }

    public int participantCount() {
        return (int) members.stream().filter(Member::participant).count();
    }

    public QuorumRule quorumRule() {
        return groups.isEmpty()
                ? QuorumRule.majority(members.stream()
                        .filter(Member::participant)
                        .mapToLong(Member::id)
                        .toArray())
                : new GroupRule(groups);
    }

    /** The configuration and its version, as it travels between servers. */
    public String text() {
        return membersText + "version=" + Long.toHexString(version);
    }
}
