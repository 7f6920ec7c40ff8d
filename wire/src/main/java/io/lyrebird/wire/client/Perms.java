package io.lyrebird.wire.client;

/** The five permissions of an ACL, as bits. */
public final class Perms {
    public static final int READ = 1;
    public static final int WRITE = 1 << 1;
    public static final int CREATE = 1 << 2;
    public static final int DELETE = 1 << 3;
    public static final int ADMIN = 1 << 4;
    public static final int ALL = READ | WRITE | CREATE | DELETE | ADMIN;

    private Perms() {}
}
