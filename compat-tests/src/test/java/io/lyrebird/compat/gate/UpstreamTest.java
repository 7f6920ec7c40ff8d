package io.lyrebird.compat.gate;

/** An upstream test: its class, and the name under which JUnit shows it, arguments included. */
record UpstreamTest(String className, String name) {
    String simpleClassName() {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** The method in the class. */
    String method() {
        return name.split("[ (\\[]", 2)[0];
    }

    @Override
    public String toString() {
        return simpleClassName() + "." + name;
    }
}
