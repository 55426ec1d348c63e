/**
 * What is wrong with a set of fields that somebody sent.
 *
 * @module
 */

/** A set of fields, or a list of managers, that can't be read. */
export class FieldsError extends Error {
  /** Tells it apart in logs. */
  override name = "FieldsError";
}
