package io.lyrebird.server.boot;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Which version this is.
 *
 * @param lyrebird the version of this server
 * @param zookeeper the version of ZooKeeper whose behaviour it repeats
 * @param built when it was built, in ISO 8601
 */
public record Version(String lyrebird, String zookeeper, String built) {
    /** What the build wrote down. */
    public static Version current() {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Version(
                properties.getProperty("lyrebird"),
                properties.getProperty("zookeeper"),
                properties.getProperty("built"));
    }

    /** The version as ZooKeeper's words show it: a ZooKeeper version first, for those that compare it. */
    public String inZooKeeperStyle() {
        String time = built.replace('T', ' ').replaceFirst(":\\d\\dZ$", " UTC");
        return zookeeper + "-lyrebird-" + lyrebird + ", built on " + time;
    }

    @Override
    public String toString() {
        return "Lyrebird, version " + lyrebird + ", in place of ZooKeeper " + zookeeper + ", built on " + built;
    }
}
