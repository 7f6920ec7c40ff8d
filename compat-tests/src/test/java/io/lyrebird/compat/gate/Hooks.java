package io.lyrebird.compat.gate;

import java.io.File;
import java.io.IOException;
import java.util.HashSet;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.zookeeper.server.admin.DummyAdminServer;
import org.apache.zookeeper.server.quorum.QuorumPeer;

/**
 * The code that {@link GateAgent} inlines into upstream's methods. An entry that returns something else than null, zero
 * or false skips the method; the exit then hands out the answer instead.
 */
public final class Hooks {
    private Hooks() {}

    /** ServerCnxnFactory.createFactory() */
    public static final class CreateFactory {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static Object enter() {
            return new ForeignServerCnxnFactory();
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Enter Object answer,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
            returned = answer;
        }
    }

    /** AdminServerFactory.createAdminServer(): the admin port belongs to the server under test. */
    public static final class CreateAdminServer {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static Object enter() {
            return new DummyAdminServer();
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Enter Object answer,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
            returned = answer;
        }
    }

    /** JMXEnv.ensureAll, ensureOnly, ensureParent: the beans are in another process. */
    public static final class NoBeans {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static Object enter() {
            return new HashSet<Object>();
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Enter Object answer,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
            returned = answer;
        }
    }

    /** A method without a result that must not happen in the test JVM. */
    public static final class Skip {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }
    }

    /** QuorumPeer.run() */
    public static final class RunPeer {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter(@Advice.This Object peer) {
            ForeignPeers.run((QuorumPeer) peer);
            return true;
        }
    }

    /** QuorumPeer.shutdown(): the rest of the method is harmless and sets the state that tests wait for. */
    public static final class StopPeer {
        @Advice.OnMethodEnter
        static void enter(@Advice.This Object peer) {
            ForeignPeers.stop((QuorumPeer) peer);
        }
    }

    /** QuorumPeer.getPeerState(): its own answer only for a peer without a process. */
    public static final class PeerState {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static Object enter(@Advice.This Object peer) {
            return ForeignPeers.state((QuorumPeer) peer);
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Enter Object answer,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
            if (answer != null) {
                returned = answer;
            }
        }
    }

    /** ClientBase.waitForServerUp: tests look at the role fields right after it. */
    public static final class ServerIsUp {
        @Advice.OnMethodExit
        static void exit() {
            ForeignPeers.mirrorRoles();
        }
    }

    /** QuorumUtil.getLeaderServer() */
    public static final class LeaderId {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static int enter(@Advice.This Object util) {
            return ForeignEnsembles.leaderId(util);
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Enter int answer, @Advice.Return(readOnly = false) int returned) {
            if (answer != 0) {
                returned = answer;
            }
        }
    }

    /** QuorumUtil.getLeaderQuorumPeer() */
    public static final class LeaderPeer {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static Object enter(@Advice.This Object util) {
            return ForeignEnsembles.leaderPeer(util);
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Enter Object answer,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
            if (answer != null) {
                returned = answer;
            }
        }
    }

    /** QuorumUtil.getFollowerQuorumPeers() */
    public static final class FollowerPeers {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static Object enter(@Advice.This Object util) {
            return ForeignEnsembles.followerPeers(util);
        }

        @Advice.OnMethodExit
        static void exit(
                @Advice.Enter Object answer,
                @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned) {
            returned = answer;
        }
    }

    /** QuorumPeerTestBase.Servers.findLeader() */
    public static final class FindLeader {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }

        @Advice.OnMethodExit
        static void exit(@Advice.This Object servers, @Advice.Return(readOnly = false) int returned) {
            returned = ForeignEnsembles.find(servers, QuorumPeer.ServerState.LEADING);
        }
    }

    /** QuorumPeerTestBase.Servers.findAnyFollower() */
    public static final class FindFollower {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static boolean enter() {
            return true;
        }

        @Advice.OnMethodExit
        static void exit(@Advice.This Object servers, @Advice.Return(readOnly = false) int returned) {
            returned = ForeignEnsembles.find(servers, QuorumPeer.ServerState.FOLLOWING);
        }
    }

    /** Constructors of QuorumPeerTestBase.MainThread, which write a zoo.cfg. */
    public static final class ConfigWritten {
        @Advice.OnMethodExit
        static void exit(@Advice.FieldValue("confFile") File configFile) throws IOException {
            TestSettings.addSwitches(configFile.toPath());
        }
    }

    /** start() of Apache's own connection factories. */
    public static final class ServerInside {
        @Advice.OnMethodEnter
        static void enter() {
            Evidence.serverStartedInside();
        }
    }

    /** ClientCnxn.start() */
    public static final class ClientStarted {
        @Advice.OnMethodEnter
        static void enter() {
            Evidence.clientStarted();
        }
    }
}
