/** Who a client is, and what that allows: the schemes of identities, and ACLs held against them. */
package io.lyrebird.server.auth;
