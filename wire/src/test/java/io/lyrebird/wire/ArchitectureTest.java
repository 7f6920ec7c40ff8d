package io.lyrebird.wire;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.lyrebird", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule WIRE_NEEDS_ONLY_THE_JDK_AND_BUFFERS = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.lyrebird.wire..", "java..", "io.netty.buffer", "io.netty.util..");

    @ArchTest
    static final ArchRule PACKAGES_HAVE_NO_CYCLES =
            slices().matching("io.lyrebird.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule RECORDS_AND_CODECS_TOUCH_NO_CLOCK_FILE_OR_THREAD = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideOutsideOfPackages(
                    "java.io..", "java.net..", "java.nio.file..", "java.time..", "java.util.concurrent..");
}
