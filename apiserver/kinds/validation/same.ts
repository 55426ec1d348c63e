/**
 * Finding what is the same among many without comparing each with each.
 *
 * @module
 */

/** A text that two JSON values have in common if they are the same, whatever the order of their fields. */
export function keyOfJson(value: unknown): string {
  return JSON.stringify(value, inOrder);
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return { bigint: String(value) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  if (names.length < 2) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.sort().map((name) => [name, fields[name]]));
}
