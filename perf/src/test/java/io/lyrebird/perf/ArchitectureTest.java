package io.lyrebird.perf;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.lyrebird", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule PERF_KNOWS_OF_LYREBIRD_ONLY_THE_WIRE = classes()
            .that()
            .resideInAPackage("io.lyrebird.perf..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.lyrebird.perf..", "io.lyrebird.wire..", "java..", "io.netty..", "org.HdrHistogram..");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.lyrebird.perf.(*)..").should().beFreeOfCycles();
}
