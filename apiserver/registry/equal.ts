/** Whether two JSON values are the same, whatever the order of their fields. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length &&
      a.every((element, index) => equalJson(element, b[index]));
  }
  const names = Object.keys(a);
  return names.length === Object.keys(b).length &&
    names.every((name) =>
      Object.hasOwn(b, name) &&
      equalJson((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name])
    );
}
