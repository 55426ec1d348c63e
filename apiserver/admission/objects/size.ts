/**
 * How large objects are, without writing them out: parts that stand in one several times take their
 * place in memory once.
 *
 * @module
 */

/** Whether JSON takes more than about so many bytes. Looks at no more of it than that. */
export function isLargerThan(json: unknown, bytes: number): boolean {
  return left(json, bytes) < 0;
}

function left(json: unknown, bytes: number): number {
  if (typeof json === "string") return bytes - json.length - 2;
  // A comma goes with each.
  let rest = bytes - 2;
  if (typeof json !== "object" || json === null) return rest;
  if (Array.isArray(json)) {
    for (const one of json) if ((rest = left(one, rest)) < 0) return rest;
  } else {
    for (const [name, value] of Object.entries(json)) {
      if ((rest = left(value, rest - name.length - 3)) < 0) return rest;
    }
  }
  return rest;
}
