/** The commands {@code perf run}, {@code perf compare} and {@code perf scenarios}. */
package io.lyrebird.perf;
