package io.lyrebird.zab;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.lyrebird.wire.Check;
import java.util.Set;

/** Holds the state machine pure, and the direction of its dependencies. */
@AnalyzeClasses(packages = "io.lyrebird.zab", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final Set<Class<?>> IMPURE = Set.of(
            Thread.class,
            ThreadLocal.class,
            Runtime.class,
            Process.class,
            ProcessBuilder.class,
            java.util.Random.class,
            java.util.SplittableRandom.class,
            java.util.UUID.class,
            java.util.Timer.class,
            java.util.Date.class,
            java.util.Calendar.class,
            java.util.Properties.class,
            java.util.ServiceLoader.class,
            java.util.IdentityHashMap.class,
            java.util.WeakHashMap.class);

    @ArchTest
    static final ArchRule dependsOnTheRecordsOfTheWireAndTheLanguageOnly = classes()
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "io.lyrebird.zab..",
                            "io.lyrebird.wire.peer",
                            "java.lang..",
                            "java.util",
                            "java.util.function",
                            "java.util.stream")
                    .or(describe("are Check", type -> type.isEquivalentTo(Check.class))));

    @ArchTest
    static final ArchRule knowsNoBytes = noClasses()
            .should()
            .dependOnClassesThat()
            .haveSimpleNameEndingWith("Codec")
            .orShould()
            .dependOnClassesThat()
            .haveSimpleName("QuorumPacket");

    @ArchTest
    static final ArchRule hasNoClockRandomThreadOrAmbientState = noClasses()
            .should()
            .dependOnClassesThat(describe("are impure", ArchitectureTest::isImpure))
            .orShould()
            .callMethodWhere(describe(
                    "reads the machine's state",
                    call -> call.getTargetOwner().isEquivalentTo(System.class)
                            && !call.getName().equals("arraycopy")))
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Math.class, "random");

    @ArchTest
    static final ArchRule keepsNoStaticsThatChange =
            fields().that().areStatic().should().beFinal();

    private static boolean isImpure(JavaClass type) {
        return IMPURE.stream().anyMatch(type::isEquivalentTo)
                || resideInAPackage("java.lang.ref..").test(type);
    }
}
