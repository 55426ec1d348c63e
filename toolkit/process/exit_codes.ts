/**
 * What commands end with.
 *
 * @module
 */

/** It did what it was asked to. */
export const EXIT_DONE = 0;
/** It could not: what stands in the way was said. */
export const EXIT_FAILED = 1;
/** The command line makes no sense. */
export const EXIT_USAGE = 2;
/** Whoever read the output has seen enough: as a shell reports a program that a closed pipe has ended. */
export const EXIT_PIPE_CLOSED = 128 + 13;
