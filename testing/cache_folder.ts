/**
 * The user's cache, for what tests fetch or build once.
 *
 * @module
 */

/** A folder of the user's cache, outside of the checkout; it need not be there yet. */
export function cacheFolder(name: string): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") || "/tmp"}/.cache`;
  return `${cache}/orch/${name}`;
}
