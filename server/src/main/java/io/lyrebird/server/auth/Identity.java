package io.lyrebird.server.auth;

/** Something a connection has proved about itself, in the terms of ACLs: an address, a digest, a certificate. */
public record Identity(String scheme, String id) {}
