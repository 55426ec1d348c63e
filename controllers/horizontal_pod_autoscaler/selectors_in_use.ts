/**
 * Whose pods are whose: two autoscalers of the same pods would work against each other.
 *
 * @module
 */

import type { Selector } from "../../toolkit/selectors/mod.ts";
import type { ScaledPod } from "./pod_groups.ts";

/** The selectors of all autoscalers, as they were last seen. */
export class SelectorsInUse {
  readonly #byNamespace = new Map<string, Map<string, Selector>>();

  /** Notes by what an autoscaler chooses pods. */
  set(namespace: string, name: string, selector: Selector): void {
    const selectors = this.#byNamespace.get(namespace) ?? new Map<string, Selector>();
    selectors.set(name, selector);
    this.#byNamespace.set(namespace, selectors);
  }

  /** Forgets an autoscaler. */
  delete(namespace: string, name: string): void {
    const selectors = this.#byNamespace.get(namespace);
    selectors?.delete(name);
    if (selectors?.size === 0) this.#byNamespace.delete(namespace);
  }

  /** The names of the autoscalers of a namespace that choose any of the pods. */
  of(namespace: string, pods: readonly ScaledPod[]): string[] {
    return [...this.#byNamespace.get(namespace) ?? []]
      .filter(([, selector]) => pods.some(({ labels }) => selector.matches(labels)))
      .map(([name]) => name)
      .sort();
  }
}
