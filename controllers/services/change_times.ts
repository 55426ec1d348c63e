/**
 * Since when a service's endpoints should be as they are.
 *
 * @module
 */

import type { CachedService } from "./service_pods.ts";
import type { ServingPod } from "./serving_pod.ts";

/** What is remembered of a service. */
interface Known {
  readonly created: string;
  readonly pods: ReadonlyMap<string, string>;
}

/**
 * Tells, at each look at a service, when the first of the changes was that this look sees: from then on it takes
 * until clients know. Times are as in objects: they are compared as texts.
 */
export class ChangeTimes {
  readonly #known = new Map<string, Known>();

  /** When the first change was since the last look; undefined: there was none that tells. */
  look(key: string, service: CachedService, pods: readonly ServingPod[]): string | undefined {
    const before = this.#known.get(key);
    const created = service.metadata.creationTimestamp ?? "";
    const times = new Map(
      pods.flatMap(({ name, readySince }) =>
        readySince === "" ? [] : [[name, readySince] as const]
      ),
    );
    this.#known.set(key, { created, pods: times });
    if (before === undefined) return created || undefined;
    const changed = [...times]
      .filter(([name, time]) => time > (before.pods.get(name) ?? ""))
      .map(([, time]) => time);
    if (created > before.created) changed.push(created);
    return changed.sort()[0];
  }

  /** Forgets a service. */
  forget(key: string): void {
    this.#known.delete(key);
  }
}
