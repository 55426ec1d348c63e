/**
 * Where objects are.
 *
 * @module
 */

/** The place of an object. */
export interface Place {
  /** Missing for what is in none. */
  readonly namespace?: string;
  readonly name: string;
}

/** Whether two places are the same one. */
export function isAt(one: Place, { namespace, name }: Place): boolean {
  return one.name === name && one.namespace === namespace;
}
