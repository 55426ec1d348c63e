/**
 * Claims that nobody can have devices by.
 *
 * @module
 */

/** A claim that can't be understood, or asks for what can't be: on no node. */
export class ClaimError extends Error {
  /** Tells it apart from what goes wrong otherwise. */
  override name = "ClaimError";
}
