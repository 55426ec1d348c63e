/** Bounds of a registry. */

/** Series of one metric; more are dropped and counted, so that no label can exhaust memory. */
export const MAX_SERIES_PER_METRIC = 10_000;

/** Characters of one label's value; longer ones are cut. */
export const MAX_LABEL_VALUE_CHARS = 1024;
