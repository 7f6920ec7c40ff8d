package io.lyrebird.perf.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcTest {
    @Test
    void aProcessNameMayHoldBlanksAndParentheses() {
        String stat = "4242 (a (very) odd name) S 1 4242 4242 0 -1 4194560 100 0 3 0 150 25 7 8 20 0 31 0 999 1 2";
        assertEquals(1_750_000_000L, CpuTimes.parseProcessStat(stat));
    }

    @Test
    void theMachinesTimeIsAllButIdleAndWaiting() {
        assertEquals(
                (1 + 2 + 3 + 6 + 7 + 8) * 10_000_000L,
                CpuTimes.parseMachineStat("cpu  1 2 3 4000 5000 6 7 8 900 1000"));
    }

    @Test
    void whatNobodyElseUsedIsNotNegative() {
        CpuTimes used = new CpuTimes(100, 50, 140);
        assertEquals(0, used.otherNanos());
        assertEquals(20, new CpuTimes(100, 50, 170).otherNanos());
        assertEquals(new CpuTimes(1, 2, 3), new CpuTimes(11, 22, 33).since(new CpuTimes(10, 20, 30)));
    }

    @Test
    void memoryIsReadInMegabytes() {
        assertEquals(
                2,
                ResidentMemory.parseStatus("VmPeak: 1 kB\nVmRSS:\t    2048 kB\n")
                        .orElseThrow());
        assertEquals(
                10.5,
                ResidentMemory.parseHeapInfo("123:\n garbage-first heap   total 20480K, used 10752K [0x1, 0x2)\n")
                        .orElseThrow());
        assertTrue(ResidentMemory.parseStatus("nothing").isEmpty());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisProcessUsesTimeAndMemory() throws InterruptedException {
        long pid = ProcessHandle.current().pid();
        assertTrue(CpuTimes.now(List.of(pid)).serverNanos() > 0);
        assertTrue(CpuTimes.now(List.of()).machineNanos() > 0);
        assertEquals(0, CpuTimes.now(List.of()).serverNanos());
        assertTrue(ResidentMemory.residentMb(List.of(pid)).orElseThrow() > 1);
        assertTrue(ResidentMemory.residentMb(List.of()).isEmpty());
    }

    @Test
    void theMachineIsDescribed(@TempDir Path folder) throws Exception {
        Map<String, String> facts = Machine.describe(folder);
        assertEquals(Integer.toString(Runtime.getRuntime().availableProcessors()), facts.get("Cores"));
        assertTrue(facts.get("Sync of 1 kB to it").endsWith("ms (median of 101)"), facts.toString());
    }
}
