/**
 * The range of services that the flags say, as an object: others may be made beside it.
 *
 * @module
 */

import type { ServiceCIDR } from "../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { ServerContext } from "../server_context.ts";
import { objectOf } from "../resource/object_coder.ts";
import { createOrUpdateObject, type ObjectPlace } from "../resource/own_objects.ts";

/** Makes the range where it is missing, and adds a second family to it where the flags have one. */
export class ServiceRangeObject {
  readonly #server: ServerContext;
  readonly #ranges: readonly string[];
  #told = false;

  /** `ranges` has the first family first. */
  constructor(server: ServerContext, ranges: readonly string[]) {
    this.#server = server;
    this.#ranges = ranges;
  }

  /** Looks after it once. */
  async ensure(signal: AbortSignal): Promise<void> {
    const { source, dialect } = this.#server;
    const names = NAMES[dialect];
    const group = names.group("networking");
    const resource = source.find(group, "v1", "servicecidrs");
    if (resource?.storage === undefined) return;
    const place: ObjectPlace = { resource, namespace: "", name: names.serviceApiServer };
    const entry = resource.storage.cache.get(resource.storage.key("", place.name));
    if (entry !== undefined && !this.#differs(objectOf(entry))) return;
    await createOrUpdateObject(this.#server.client, place, (current) => {
      const [first, ...others] = rangesOf(current);
      if (current === undefined) {
        return Promise.resolve({
          kind: "ServiceCIDR",
          apiVersion: `${group}/v1`,
          metadata: {},
          spec: { cidrs: [...this.#ranges] },
        });
      }
      const grows = others.length === 0 && this.#ranges.length === 2 && first === this.#ranges[0];
      if (!grows) return Promise.resolve(this.#tell(current));
      return Promise.resolve({ ...current, spec: { cidrs: [...this.#ranges] } });
    }, signal);
  }

  #differs(object: JsonObject): boolean {
    return !this.#told && rangesOf(object).join() !== this.#ranges.join();
  }

  /** What users made of it stays. */
  #tell(current: JsonObject): JsonObject {
    if (this.#differs(current)) {
      this.#server.logger.warning(
        "The stored service range differs from --service-cluster-ip-range",
        { object: rangesOf(current), flag: this.#ranges },
      );
      this.#told = true;
    }
    return current;
  }
}

function rangesOf(object: JsonObject | undefined): readonly string[] {
  return (object as ServiceCIDR | undefined)?.spec?.cidrs ?? [];
}
