package io.lyrebird.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What ARCHITECTURE.md promises about the packages of the server. */
@AnalyzeClasses(packages = "io.lyrebird.server", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String[] PURE = {
        "io.lyrebird.server.tree..",
        "io.lyrebird.server.quota..",
        "io.lyrebird.server.request..",
        "io.lyrebird.server.session..",
        "io.lyrebird.server.watch..",
        "io.lyrebird.server.auth..",
        "io.lyrebird.server.core.."
    };

    @ArchTest
    static final ArchRule purePackagesKnowNoFilesSocketsOrLoggers = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.io",
                    "java.nio.file..",
                    "java.nio.channels..",
                    "java.net..",
                    "java.time..",
                    "org.slf4j..",
                    "io.netty.channel..",
                    "io.lyrebird.store..");

    @ArchTest
    static final ArchRule purePackagesKnowNoThreads = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.concurrent", "java.util.concurrent.locks")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Thread.class);

    @ArchTest
    static final ArchRule purePackagesKnowNoClockAndNoSystemProperties = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .callMethod(System.class, "getProperty", String.class, String.class)
            .orShould()
            .callMethod(Boolean.class, "getBoolean", String.class)
            .orShould()
            .callMethod(Integer.class, "getInteger", String.class)
            .orShould()
            .callMethod(Long.class, "getLong", String.class)
            .orShould()
            .callMethod(System.class, "getenv", String.class);

    /** A generator with a seed of its own is no randomness: session passwords follow from one. */
    @ArchTest
    static final ArchRule purePackagesAreNeverRandom = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethod(Math.class, "random")
            .orShould()
            .callConstructor(java.util.Random.class)
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.security.SecureRandom")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.UUID");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("io.lyrebird.server.(*)..").should().beFreeOfCycles();
}
