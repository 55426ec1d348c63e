/**
 * JSON in one spelling.
 *
 * @module
 */

/** A JSON value whose objects have their members by their names. */
export function membersInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(membersInOrder);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1)
      .map(([name, one]) => [name, membersInOrder(one)]),
  );
}
