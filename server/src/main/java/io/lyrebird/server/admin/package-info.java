/**
 * What operators ask a running server: the four letter words. The answers are made by pure functions of a
 * {@link io.lyrebird.server.admin.ServerView}, in the line formats of ZooKeeper 3.9, which monitoring scripts parse.
 */
package io.lyrebird.server.admin;
