package io.lyrebird.wire.client;

import io.lyrebird.wire.Jute;
import io.lyrebird.wire.MalformedException;
import io.netty.buffer.ByteBuf;

/** Made by a server for a container or TTL node whose time has come; Apache takes it from clients too. */
public record DeleteContainerRequest(String path) implements Request {
    @Override
    public void encode(ByteBuf out) {
        Jute.writeString(out, path);
    }

    public static DeleteContainerRequest decode(ByteBuf in) {
        String path = Jute.readString(in);
        if (path == null) {
            throw new MalformedException("no path");
        }
        return new DeleteContainerRequest(path);
    }
}
