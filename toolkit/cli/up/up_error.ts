/**
 * What a person has to know and can do something about: its message is all that is printed.
 *
 * @module
 */

/** See the module's comment. */
export class UpError extends Error {
  override name = "UpError";
}
