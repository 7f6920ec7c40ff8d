package io.lyrebird.store;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.lyrebird", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule THE_SPI_NEEDS_ONLY_THE_JDK =
            classes().should().onlyDependOnClassesThat().resideInAnyPackage("io.lyrebird.store..", "java..");

    @ArchTest
    static final ArchRule THE_SPI_KNOWS_NOTHING_OF_THE_READY_MADE_PARTS = noClasses()
            .that()
            .resideInAPackage("io.lyrebird.store")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.lyrebird.store.file..");
}
