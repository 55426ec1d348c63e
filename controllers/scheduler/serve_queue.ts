/**
 * Tells those who ask where a pod is in the scheduler's queue.
 *
 * @module
 */

import type { PageAnswer } from "../../toolkit/pages/mod.ts";
import type { QueueState } from "./queue/queue_state.ts";

/** Where it is answered. */
export const QUEUE_PATH = "/queue";

/**
 * What a scheduler knows of the pod that a query names: a JSON object, or null where it knows nothing of it.
 * `stateOf`: undefined while this process does not lead, and so has no queue.
 */
export function answerQueue(
  query: URLSearchParams,
  stateOf: ((key: string) => QueueState | undefined) | undefined,
): PageAnswer {
  const [namespace, name] = [query.get("namespace"), query.get("name")];
  if (!namespace || !name) {
    return { status: 400, body: "the query must have a namespace and a name, of a pod\n" };
  }
  if (stateOf === undefined) return { status: 503, body: "this scheduler does not lead\n" };
  return { status: 200, body: `${JSON.stringify(stateOf(`${namespace}/${name}`) ?? null)}\n` };
}
