/**
 * What pods ask for, as values that pods have in common: those of one workload ask for the same.
 *
 * @module
 */

import type { ObjectOf, Pod } from "../../../toolkit/mod.ts";
import { exactRequestsOf } from "../../../toolkit/pods/pod_requests.ts";
import type { Resources } from "../../../toolkit/pods/resources.ts";

/** So many different ones are remembered. */
const REMEMBERED = 4096;
/** Of those that name more resources than this none is: a pod may name tens of thousands, and be gone at once. */
const SHARED_RESOURCES = 8;

/** One value for all that is alike, and small. */
export class SharedRequests {
  readonly #known = new Map<string, Resources>();

  of(pod: ObjectOf<typeof Pod>): Resources {
    const requests = exactRequestsOf(pod);
    const { milliCpu, memory, ephemeralStorage, scalars } = requests;
    if (scalars.size > SHARED_RESOURCES) return requests;
    const id = JSON.stringify([milliCpu, memory, ephemeralStorage, ...scalars]);
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(id, requests);
    return requests;
  }
}
