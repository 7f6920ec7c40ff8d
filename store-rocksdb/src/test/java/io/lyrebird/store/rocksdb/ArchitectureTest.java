package io.lyrebird.store.rocksdb;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.lyrebird.store.rocksdb", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule THE_ENGINE_NEEDS_ONLY_THE_SPI_AND_ITS_LIBRARY = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.lyrebird.store.rocksdb",
                    "io.lyrebird.store",
                    "io.lyrebird.store.file",
                    "org.rocksdb..",
                    "java..");

    @ArchTest
    static final ArchRule ONLY_THE_PROVIDER_IS_PUBLIC = classes()
            .that()
            .haveSimpleNameNotEndingWith("StoreProvider")
            .should()
            .notBePublic();
}
