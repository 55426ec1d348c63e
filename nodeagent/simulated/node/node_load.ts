/**
 * What the pods that a node has taken ask for together.
 *
 * @module
 */

import { GrowingResources, type Resources } from "../../../toolkit/pods/resources.ts";

/** A sum that pods are added to and taken off. */
export class NodeLoad {
  #pods = 0;
  #requests = new GrowingResources();

  /** How many pods there are. */
  get pods(): number {
    return this.#pods;
  }

  get requests(): Resources {
    return this.#requests;
  }

  add(requests: Resources): void {
    this.#pods++;
    this.#requests.add(requests);
  }

  remove(requests: Resources): void {
    this.#pods--;
    this.#requests.subtract(requests);
  }

  /** Forgets all of them. */
  clear(): void {
    this.#pods = 0;
    this.#requests = new GrowingResources();
  }
}
