/**
 * Errors of `orch up` for its user.
 *
 * @module
 */

/** An error that the user can do something about: `orch up` prints its message and no stack. */
export class UpError extends Error {
  override name = "UpError";
}
