/**
 * Paths of requests to an agent.
 *
 * @module
 */

/** The parts of a path; undefined: they can't be read. */
export function partsOf(path: string): string[] | undefined {
  try {
    return path.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
