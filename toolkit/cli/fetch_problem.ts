/**
 * Why somebody could not be asked.
 *
 * @module
 */

/** What the runtime puts in front of what the system says: the address, which stands beside it, and where it was. */
const WHERE = /^error sending request for url \(\S*\): (client error \(\w+\): )?/;

/** What went wrong with a `fetch`, without what says only where in the runtime that was. */
export function fetchProblem(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(WHERE, "");
}
