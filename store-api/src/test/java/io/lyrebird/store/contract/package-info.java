/**
 * The contract of an engine, as tests. An engine's module depends on this test-jar and has one class that extends {@link
 * io.lyrebird.store.contract.StoreContract}.
 */
package io.lyrebird.store.contract;
