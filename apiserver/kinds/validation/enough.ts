/**
 * Where every item may break a rule together with every other one.
 *
 * @module
 */

/**
 * Errors, or warnings, past which such a rule looks for no more: an answer has no room for as many,
 * and a list of a hundred thousand could be told of ten thousand million times.
 */
export const ENOUGH = 20_000;
