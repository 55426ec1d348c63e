/**
 * Hashes of templates, as names and labels carry them.
 *
 * @module
 */

/** What stands for the digits 0 to 9: no vowels, so that no words come about. */
const DIGITS = "456789bcdf";
const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * The hash of a pod template: stable for a template whatever the order of its fields. `collisions`: how often
 * a hash was taken already.
 */
export function templateHash(template: unknown, collisions: number | undefined): string {
  const bytes = new TextEncoder().encode(canonicalJson(template));
  const counted = collisions === undefined ? [] : countBytes(collisions);
  return printed(fnv1a(counted, fnv1a(bytes)));
}

/** The hash of the data of a revision, as the reference makes it. */
export function revisionHash(data: string, collisions: number | undefined): string {
  const text = collisions === undefined ? data : `${data}${collisions}`;
  return printed(fnv1(new TextEncoder().encode(text)));
}

function fnv1a(bytes: Iterable<number>, from = OFFSET): number {
  let hash = from;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME) >>> 0;
  return hash;
}

function fnv1(bytes: Iterable<number>): number {
  let hash = OFFSET;
  for (const byte of bytes) hash = (Math.imul(hash, PRIME) ^ byte) >>> 0;
  return hash;
}

function printed(hash: number): string {
  return [...String(hash)].map((digit) => DIGITS[Number(digit)]).join("");
}

/** Eight bytes, the least first, of which the count takes four. */
function countBytes(count: number): number[] {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(0, count, true);
  return [...bytes];
}

/** JSON without blanks, whose fields are in the order of their names; what is undefined is left out. */
export function canonicalJson(value: unknown): string {
  // JSON.stringify() would refuse integers beyond 2^53, and put names that are integers first.
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(",")}]`;
  let fields = "";
  for (const name of Object.keys(value).sort()) {
    const field = (value as Record<string, unknown>)[name];
    if (field === undefined) continue;
    fields += `${fields === "" ? "" : ","}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${fields}}`;
}
