/**
 * The engine that keeps nothing: for tests, and for stand-alone servers whose data may go when the process does. It touches
 * no file, and "durable" means as long as the process lives.
 */
package io.lyrebird.store.memory;
