/**
 * Whether two JSON values are the same, whatever the order of their fields. Each write compares
 * whole objects with it, so that it makes neither lists of names nor closures.
 */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (!Array.isArray(a)) return !Array.isArray(b) && equalObjects(a as Fields, b as Fields);
  return Array.isArray(b) && equalLists(a, b);
}

type Fields = Record<string, unknown>;

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (!equalJson(a[index], b[index])) return false;
  return true;
}

function equalObjects(a: Fields, b: Fields): boolean {
  let more = 0;
  for (const name in a) {
    if (!Object.hasOwn(b, name) || !equalJson(a[name], b[name])) return false;
    more++;
  }
  for (const _ in b) more--;
  return more === 0;
}
