package io.lyrebird.compat.diff;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.stream.Collectors;
import org.apache.jute.BinaryInputArchive;
import org.apache.jute.Record;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.proto.Create2Response;
import org.apache.zookeeper.proto.CreateResponse;
import org.apache.zookeeper.proto.ErrorResponse;
import org.apache.zookeeper.proto.ExistsResponse;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.GetAllChildrenNumberResponse;
import org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.zookeeper.proto.GetChildrenResponse;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.GetEphemeralsResponse;
import org.apache.zookeeper.proto.MultiHeader;
import org.apache.zookeeper.proto.ReplyHeader;
import org.apache.zookeeper.proto.SetSASLResponse;
import org.apache.zookeeper.proto.SyncResponse;
import org.apache.zookeeper.proto.WatcherEvent;
import org.apache.zookeeper.proto.WhoAmIResponse;

/** Frames of a server as texts, decoded by Apache's own records; every byte of a frame is accounted for. */
final class Replies {
    static final int NOTIFICATION_XID = -1;

    private final Normal normal;

    Replies(Normal normal) {
        this.normal = normal;
    }

    /** A decoded frame, with what the client needs from it to go on. */
    record Decoded(Sighting sighting, ReplyHeader header, String createdPath) {
        boolean isEvent() {
            return sighting.isEvent();
        }
    }

    /** The type is that of the oldest request without an answer; events belong to none. */
    Decoded decode(byte[] frame, int requestType) throws IOException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(frame);
        BinaryInputArchive in = BinaryInputArchive.getArchive(bytes);
        ReplyHeader header = new ReplyHeader();
        header.deserialize(in, "header");
        boolean event = header.getXid() == NOTIFICATION_XID;
        StringBuilder text = new StringBuilder(event ? "EVENT" : "xid=" + header.getXid())
                .append(" zxid=")
                .append(event ? normal.zxid(header.getZxid()) : normal.headerZxid(header.getZxid()))
                .append(" err=")
                .append(header.getErr());
        String[] created = new String[1];
        if (header.getErr() != 0 && KnownDifferences.errorHasBody(requestType)) {
            bytes.readAllBytes();
        }
        if (bytes.available() > 0) {
            text.append(' ').append(event ? event(in) : body(requestType, in, created));
        }
        if (bytes.available() > 0) {
            text.append(" and then ").append(Normal.hex(bytes.readAllBytes()));
        }
        Sighting.Kind kind = event ? Sighting.Kind.EVENT : Sighting.Kind.REPLY;
        return new Decoded(new Sighting(kind, header.getZxid(), text.toString()), header, created[0]);
    }

    private static <T extends Record> T read(BinaryInputArchive in, T record) throws IOException {
        record.deserialize(in, "reply");
        return record;
    }

    private static String event(BinaryInputArchive in) throws IOException {
        WatcherEvent event = read(in, new WatcherEvent());
        return "type=" + event.getType() + " state=" + event.getState() + " path=" + Normal.string(event.getPath());
    }

    private String body(int type, BinaryInputArchive in, String[] created) throws IOException {
        switch (type) {
            case OpCode.create:
                created[0] = read(in, new CreateResponse()).getPath();
                return "path=" + Normal.string(created[0]);
            case OpCode.create2:
            case OpCode.createContainer:
            case OpCode.createTTL:
                Create2Response create2 = read(in, new Create2Response());
                created[0] = create2.getPath();
                return "path=" + Normal.string(created[0]) + " " + normal.stat(create2.getStat());
            case OpCode.exists:
            case OpCode.setData:
            case OpCode.setACL:
            case OpCode.check:
                return normal.stat(read(in, new ExistsResponse()).getStat());
            case OpCode.getData:
            case OpCode.reconfig:
                return data(read(in, new GetDataResponse()));
            case OpCode.getACL:
                GetACLResponse acl = read(in, new GetACLResponse());
                return "acl=" + Normal.acl(acl.getAcl()) + " " + normal.stat(acl.getStat());
            case OpCode.multi:
            case OpCode.multiRead:
                return multi(in, created);
            default:
                return otherBody(type, in);
        }
    }

    private String otherBody(int type, BinaryInputArchive in) throws IOException {
        switch (type) {
            case OpCode.getChildren:
                return "children="
                        + Normal.set(read(in, new GetChildrenResponse()).getChildren());
            case OpCode.getChildren2:
                GetChildren2Response children = read(in, new GetChildren2Response());
                return "children=" + Normal.set(children.getChildren()) + " " + normal.stat(children.getStat());
            case OpCode.sync:
                return "path=" + Normal.string(read(in, new SyncResponse()).getPath());
            case OpCode.addWatch:
                return "error=" + read(in, new ErrorResponse()).getErr();
            case OpCode.getEphemerals:
                return "ephemerals="
                        + Normal.set(read(in, new GetEphemeralsResponse()).getEphemerals());
            case OpCode.getAllChildrenNumber:
                return "number=" + read(in, new GetAllChildrenNumberResponse()).getTotalNumber();
            case OpCode.whoAmI:
                return read(in, new WhoAmIResponse()).getClientInfo().stream()
                        .map(who -> Normal.string(who.getAuthScheme()) + ":" + Normal.string(who.getUser()))
                        .sorted()
                        .collect(Collectors.joining(" ", "{", "}"));
            case OpCode.sasl:
                return "token=" + Normal.data(read(in, new SetSASLResponse()).getToken());
            default:
                return "";
        }
    }

    private String data(GetDataResponse response) {
        return "data=" + Normal.data(response.getData()) + " " + normal.stat(response.getStat());
    }

    private String multi(BinaryInputArchive in, String[] created) throws IOException {
        StringBuilder text = new StringBuilder();
        MultiHeader header = read(in, new MultiHeader());
        while (!header.getDone()) {
            text.append("\n            type=")
                    .append(header.getType())
                    .append(" err=")
                    .append(header.getErr())
                    .append(' ')
                    .append(multiResult(header.getType(), in, created));
            header = read(in, new MultiHeader());
        }
        return text.append("\n            end type=")
                .append(header.getType())
                .append(" err=")
                .append(header.getErr())
                .toString();
    }

    private String multiResult(int type, BinaryInputArchive in, String[] created) throws IOException {
        return switch (type) {
            case OpCode.error -> "error=" + read(in, new ErrorResponse()).getErr();
            case OpCode.delete, OpCode.check -> "";
            case OpCode.create, OpCode.create2, OpCode.setData, OpCode.getData -> body(type, in, created);
            case OpCode.getChildren -> otherBody(type, in);
            default -> throw new IOException("a result of type " + type + " in a multi");
        };
    }
}
