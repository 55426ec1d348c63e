/**
 * What a patch may cost. Its body is bounded by whoever reads it; these bound what a small body can
 * make of itself.
 *
 * @module
 */

/** Operations of one JSON patch. */
export const LIMIT_OPERATIONS = 10_000;

/** Bytes of JSON that the `copy` operations of one JSON patch add, all together. */
export const LIMIT_COPIED_BYTES = 3 * 1024 * 1024;

/**
 * List elements that the operations of one JSON patch shift by inserting and removing before them:
 * measured, 50 ms. Emptying a list of ten thousand from its front shifts 50 million.
 */
export const LIMIT_SHIFTED_ELEMENTS = 250_000_000;

/**
 * Values in elements that one strategic merge patch merges more than once, because its list has
 * several elements of the same key: measured, 0.35 s at the most. Each of 50,000 small ones could
 * make a copy of a list of as many.
 */
export const LIMIT_MERGED_AGAIN = 250_000;
