package io.lyrebird.server.admin;

import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the words envi and mntr tell of the JVM and the system. Slow at first: it may ask name servers and load JMX. */
public final class JvmEnvironment {
    private static final long MEGABYTE = 1024L * 1024;
    private static final String UNKNOWN = "<NA>";
    private static final List<String> SHOWN = List.of(
            "java.version",
            "java.vendor",
            "java.home",
            "java.class.path",
            "java.library.path",
            "java.io.tmpdir",
            "java.compiler",
            "os.name",
            "os.arch",
            "os.version",
            "user.name",
            "user.home",
            "user.dir");

    private JvmEnvironment() {}

    /** Name and value in the order in which ZooKeeper shows them. */
    public static Map<String, String> describe(String version, Properties systemProperties) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("zookeeper.version", version);
        environment.put("host.name", hostName());
        for (String name : SHOWN) {
            environment.put(name, systemProperties.getProperty(name, UNKNOWN));
        }
        Runtime runtime = Runtime.getRuntime();
        environment.put("os.memory.free", runtime.freeMemory() / MEGABYTE + "MB");
        environment.put("os.memory.max", runtime.maxMemory() / MEGABYTE + "MB");
        environment.put("os.memory.total", runtime.totalMemory() / MEGABYTE + "MB");
        return environment;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getCanonicalHostName();
        } catch (UnknownHostException e) {
            return UNKNOWN;
        }
    }

    /** File descriptors that this process has open; -1 where the system does not tell. */
    public static long openFiles() {
        return ofOperatingSystem("OpenFileDescriptorCount");
    }

    public static long openFilesMax() {
        return ofOperatingSystem("MaxFileDescriptorCount");
    }

    private static long ofOperatingSystem(String attribute) {
        try {
            Object value = ManagementFactory.getPlatformMBeanServer()
                    .getAttribute(new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME), attribute);
            return ((Number) value).longValue();
        } catch (JMException e) {
            return -1;
        }
    }
}
