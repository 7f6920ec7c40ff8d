/** An engine to learn from, and a test that shows how a store is used. */
package io.lyrebird.store.tutorial;
