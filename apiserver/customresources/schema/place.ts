/**
 * Where in an object a value is, as texts about it say: `spec.list[0].x`.
 *
 * @module
 */

/** The place of a field of the value at `place`; "" is the whole object. */
export function fieldPlace(place: string, name: string): string {
  return place === "" ? name : `${place}.${name}`;
}

/** The place of an element of the list at `place`. */
export function elementPlace(place: string, index: number): string {
  return `${place}[${index}]`;
}
