package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.netty.buffer.ByteBuf;
import java.util.List;

/** One entry of an access control list. */
public record Acl(int perms, String scheme, String id) {
    public static final List<Acl> OPEN_ACL_UNSAFE = List.of(new Acl(Perms.ALL, "world", "anyone"));
    public static final List<Acl> CREATOR_ALL_ACL = List.of(new Acl(Perms.ALL, "auth", ""));
    public static final List<Acl> READ_ACL_UNSAFE = List.of(new Acl(Perms.READ, "world", "anyone"));

    private static final int BYTES_MIN = 3 * Integer.BYTES;

    public void encode(ByteBuf out) {
        out.writeInt(perms);
        Jute.writeString(out, scheme);
        Jute.writeString(out, id);
    }

    public static Acl decode(ByteBuf in) {
        return new Acl(Jute.readInt(in), Jute.readString(in), Jute.readString(in));
    }

    public int size() {
        return Integer.BYTES + Jute.sizeOf(scheme) + Jute.sizeOf(id);
    }

    /** A list of entries, null if that is what was sent. */
    public static List<Acl> decodeList(ByteBuf in) {
        return Jute.readVector(in, BYTES_MIN, Acl::decode);
    }

    public static void encodeList(ByteBuf out, List<Acl> list) {
        Jute.writeVector(out, list, (buf, acl) -> acl.encode(buf));
    }

    public static int sizeOfList(List<Acl> list) {
        return Jute.sizeOf(list, Acl::size);
    }
}
