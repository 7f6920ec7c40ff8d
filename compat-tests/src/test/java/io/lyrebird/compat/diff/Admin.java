package io.lyrebird.compat.diff;

import io.lyrebird.compat.diff.PlainClient.Reply;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.jute.Record;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.proto.CreateRequest;
import org.apache.zookeeper.proto.DeleteRequest;
import org.apache.zookeeper.proto.GetACLRequest;
import org.apache.zookeeper.proto.GetACLResponse;
import org.apache.zookeeper.proto.GetChildren2Request;
import org.apache.zookeeper.proto.GetChildren2Response;
import org.apache.zookeeper.proto.GetDataRequest;
import org.apache.zookeeper.proto.GetDataResponse;
import org.apache.zookeeper.proto.SetACLRequest;
import org.apache.zookeeper.proto.SetDataRequest;

/** The super user's session on one server: makes the node that a sequence works under, looks at all of it, removes it. */
final class Admin implements Closeable {
    private static final int SESSION_TIMEOUT_MS = 40_000;
    private static final int REPLY_LIMIT_MS = 30_000;
    private static final byte[] PASSWORD = "super:test".getBytes(StandardCharsets.US_ASCII);

    /** For the option superDigest of a server. */
    static final String SUPER_DIGEST = "super:D/InIHSb7yEEbrWz8b9l71RjZJU=";

    /** The nodes that a server has from the start; they cannot be deleted, but changed. */
    static final List<String> BUILT_IN = List.of("/", "/zookeeper", "/zookeeper/config", "/zookeeper/quota");

    private record Content(byte[] data, List<ACL> acl) {}

    private final PlainClient client;
    private final List<Content> builtIn;

    Admin(InetSocketAddress server) throws IOException {
        client = new PlainClient(server, SESSION_TIMEOUT_MS, REPLY_LIMIT_MS);
        client.authenticate("digest", PASSWORD);
        builtIn = builtIn();
    }

    private List<Content> builtIn() throws IOException {
        List<Reply> data = askEach(OpCode.getData, BUILT_IN, path -> new GetDataRequest(path, false));
        List<Reply> acl = askEach(OpCode.getACL, BUILT_IN, GetACLRequest::new);
        List<Content> contents = new ArrayList<>();
        for (int i = 0; i < BUILT_IN.size(); i++) {
            contents.add(new Content(
                    data.get(i).read(new GetDataResponse()).getData(),
                    acl.get(i).read(new GetACLResponse()).getAcl()));
        }
        return contents;
    }

    private List<Reply> askEach(int type, List<String> paths, Function<String, Record> request) throws IOException {
        return client.askAll(type, paths.stream().map(request).collect(Collectors.toList()));
    }

    /** Gives the built-in nodes the contents back that they had. */
    void restore() throws IOException {
        List<Content> now = builtIn();
        for (int i = 0; i < BUILT_IN.size(); i++) {
            Content before = builtIn.get(i);
            if (!Arrays.equals(before.data(), now.get(i).data())) {
                client.askOk(OpCode.setData, new SetDataRequest(BUILT_IN.get(i), before.data(), -1));
            }
            if (!before.acl().equals(now.get(i).acl())) {
                client.askOk(OpCode.setACL, new SetACLRequest(BUILT_IN.get(i), before.acl(), -1));
            }
        }
    }

    /** Creates an empty node that anyone may do anything to, and gives the zxid of its creation. */
    long create(String path) throws IOException {
        CreateRequest request = new CreateRequest(path, new byte[0], Ids.OPEN_ACL_UNSAFE, 0);
        return client.askOk(OpCode.create, request).header().getZxid();
    }

    /** The zxid that the server has come to. */
    long zxid() throws IOException {
        client.ping();
        return client.lastZxid();
    }

    /** All nodes from this one down that exist, parents before children. */
    List<String> tree(String root) throws IOException {
        List<String> paths = new ArrayList<>();
        List<String> level = List.of(root);
        while (!level.isEmpty()) {
            List<String> next = new ArrayList<>();
            List<Reply> replies = askEach(OpCode.getChildren2, level, path -> new GetChildren2Request(path, false));
            for (int i = 0; i < level.size(); i++) {
                if (replies.get(i).header().getErr() == 0) {
                    String path = level.get(i);
                    paths.add(path);
                    replies.get(i).read(new GetChildren2Response()).getChildren().stream()
                            .sorted()
                            .forEach(child -> next.add((path.equals("/") ? "" : path) + "/" + child));
                }
            }
            level = next;
        }
        return paths;
    }

    /** What is in each of the nodes. */
    List<Sighting> contents(List<String> paths, Normal normal) throws IOException {
        List<Reply> data = askEach(OpCode.getData, paths, path -> new GetDataRequest(path, false));
        List<Reply> acl = askEach(OpCode.getACL, paths, GetACLRequest::new);
        List<Sighting> contents = new ArrayList<>();
        for (int i = 0; i < paths.size(); i++) {
            StringBuilder text = new StringBuilder(Normal.string(paths.get(i)));
            if (data.get(i).header().getErr() == 0) {
                GetDataResponse node = data.get(i).read(new GetDataResponse());
                text.append(" data=").append(Normal.data(node.getData()));
                text.append(' ').append(normal.stat(node.getStat()));
            } else {
                text.append(" data: err=").append(data.get(i).header().getErr());
            }
            if (acl.get(i).header().getErr() == 0) {
                text.append(" acl=")
                        .append(Normal.acl(acl.get(i).read(new GetACLResponse()).getAcl()));
            } else {
                text.append(" acl: err=").append(acl.get(i).header().getErr());
            }
            contents.add(Sighting.other(text.toString()));
        }
        return contents;
    }

    /** Removes the nodes, given parents before children. What is gone already is no error. */
    void delete(List<String> paths) throws IOException {
        List<String> childrenFirst = new ArrayList<>(paths);
        Collections.reverse(childrenFirst);
        List<Reply> replies = askEach(OpCode.delete, childrenFirst, path -> new DeleteRequest(path, -1));
        for (int i = 0; i < replies.size(); i++) {
            int error = replies.get(i).header().getErr();
            if (error != 0 && error != Code.NONODE.intValue()) {
                throw new IOException("error " + error + " for the deletion of " + childrenFirst.get(i));
            }
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
