/**
 * The slices of each service.
 *
 * @module
 */

import { defineIndex, EndpointSlice } from "../../toolkit/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import type { LoopParts, SharedInformer, Wake } from "../loop/mod.ts";
import { type ServiceNames, serviceNames } from "../services/mod.ts";
import type { CachedSlice } from "./slice_draft.ts";

const LABELS = DIALECTS.map((dialect) => NAMES[dialect].labelSliceServiceName);

const slicesByService = defineIndex(
  EndpointSlice,
  "service",
  ({ metadata: { namespace, labels = {} } }: CachedSlice) =>
    LABELS.flatMap((label) => labels[label] ? [`${namespace}/${labels[label]}`] : []),
);

/** What one manager of slices knows of them. */
export class SlicesOfServices {
  readonly informer: SharedInformer<CachedSlice>;
  readonly #names: ServiceNames;
  readonly #manager: string;

  /** `manager`: whose slices they are, as their label tells. */
  constructor({ client, informers }: LoopParts, manager: (names: ServiceNames) => string) {
    this.#names = serviceNames(NAMES[client.dialect]);
    this.#manager = manager(this.#names);
    this.informer = informers.of(EndpointSlice, [slicesByService]);
  }

  /** Has a service worked on, some time after a slice of its changed, came, went, or changed hands. */
  listen(wake: Wake, afterMs: number): Disposable {
    return this.informer.subscribe(({ object, previous, initial, resync }) => {
      if (initial || resync) return;
      const keys = [previous, object].flatMap((slice) =>
        slice !== undefined && this.#isManaged(slice) ? this.#serviceOf(slice) : []
      );
      for (const key of new Set(keys)) wake(key, afterMs);
    });
  }

  /** The slices of a service that are this manager's, but those that are being deleted. */
  of(key: string): CachedSlice[] {
    return this.informer.lister.by(slicesByService, key).filter((slice) =>
      this.#isManaged(slice) && slice.metadata.deletionTimestamp === undefined
    );
  }

  #isManaged({ metadata: { labels = {} } }: CachedSlice): boolean {
    return labels[this.#names.managedBy] === this.#manager;
  }

  #serviceOf({ metadata: { namespace, labels = {} } }: CachedSlice): string[] {
    const name = labels[this.#names.service];
    return name ? [`${namespace}/${name}`] : [];
  }
}
