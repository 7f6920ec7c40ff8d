package io.lyrebird.compat.gate;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.instrument.Instrumentation;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Puts a foreign server in the place of the ones that upstream's tests start inside their own JVM. Only classes of
 * Apache's server and of upstream's test harness are touched, when they are loaded; the tests themselves stay as
 * published.
 */
public final class GateAgent {
    private static final String SERVER = "org.apache.zookeeper.server.";
    private static final String QUORUM = SERVER + "quorum.";
    private static final String TEST = "org.apache.zookeeper.test.";

    private GateAgent() {}

    public static void premain(String ignored, Instrumentation instrumentation) {
        TestSettings.rememberStart();
        AgentBuilder agent = new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly());
        agent = standalone(agent);
        agent = ensemble(agent);
        agent = evidence(agent);
        agent.installOn(instrumentation);
    }

    private static AgentBuilder standalone(AgentBuilder agent) {
        agent = hook(agent, SERVER + "ServerCnxnFactory", Hooks.CreateFactory.class, noArguments("createFactory"));
        agent = hook(
                agent, SERVER + "admin.AdminServerFactory", Hooks.CreateAdminServer.class, named("createAdminServer"));
        agent = hook(
                agent, TEST + "JMXEnv", Hooks.NoBeans.class, namedOneOf("ensureAll", "ensureOnly", "ensureParent"));
        return hook(agent, TEST + "JMXEnv", Hooks.Skip.class, named("ensureNone"));
    }

    private static AgentBuilder ensemble(AgentBuilder agent) {
        String peer = QUORUM + "QuorumPeer";
        agent = hook(agent, peer, Hooks.Skip.class, noArguments("loadDataBase").or(noArguments("startLeaderElection")));
        agent = hook(agent, peer, Hooks.RunPeer.class, noArguments("run"));
        agent = hook(agent, peer, Hooks.StopPeer.class, noArguments("shutdown"));
        agent = hook(agent, peer, Hooks.PeerState.class, named("getPeerState"));
        agent = hook(
                agent,
                TEST + "ClientBase",
                Hooks.ServerIsUp.class,
                named("waitForServerUp").and(takesArguments(4)));
        agent = hook(agent, TEST + "QuorumUtil", Hooks.LeaderId.class, named("getLeaderServer"));
        agent = hook(agent, TEST + "QuorumUtil", Hooks.LeaderPeer.class, named("getLeaderQuorumPeer"));
        agent = hook(agent, TEST + "QuorumUtil", Hooks.FollowerPeers.class, named("getFollowerQuorumPeers"));
        String base = QUORUM + "QuorumPeerTestBase";
        agent = hook(agent, base + "$Servers", Hooks.FindLeader.class, named("findLeader"));
        agent = hook(agent, base + "$Servers", Hooks.FindFollower.class, named("findAnyFollower"));
        return hook(agent, base + "$MainThread", Hooks.ConfigWritten.class, isConstructor());
    }

    private static AgentBuilder evidence(AgentBuilder agent) {
        agent = hook(agent, SERVER + "NIOServerCnxnFactory", Hooks.ServerInside.class, noArguments("start"));
        agent = hook(agent, SERVER + "NettyServerCnxnFactory", Hooks.ServerInside.class, noArguments("start"));
        return hook(agent, "org.apache.zookeeper.ClientCnxn", Hooks.ClientStarted.class, noArguments("start"));
    }

    private static ElementMatcher.Junction<MethodDescription> noArguments(String method) {
        return ElementMatchers.<MethodDescription>named(method).and(takesArguments(0));
    }

    private static AgentBuilder hook(
            AgentBuilder agent, String type, Class<?> advice, ElementMatcher<? super MethodDescription> methods) {
        return agent.type(named(type))
                .transform((builder, description, loader, module, domain) ->
                        builder.visit(Advice.to(advice).on(methods)));
    }
}
