/**
 * Lets pods onto the nodes that are kept for those who use their devices.
 *
 * @module
 */

import type { Pod, Toleration } from "../../../toolkit/api/core_v1.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { isExtendedResource } from "../../kinds/validation/resources.ts";
import type { ServerContext } from "../../server_context.ts";
import { PODS } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";

/** Adds a toleration for each extended resource that a pod's containers ask for. */
export function extendedResourceToleration(
  { dialect }: Pick<ServerContext, "dialect">,
): AdmissionPlugin {
  const names = NAMES[dialect];
  return {
    handles: ["CREATE", "UPDATE"],
    about: PODS,
    mutate({ object }) {
      const { spec } = object as Pod;
      const asked = new Set<string>();
      for (const { resources } of [...spec?.containers ?? [], ...spec?.initContainers ?? []]) {
        for (const name of Object.keys(resources?.requests ?? {})) {
          if (isExtendedResource(name, names)) asked.add(name);
        }
      }
      if (spec === undefined || asked.size === 0) return;
      const missing = new Set([...asked].sort());
      // One that is for a time, which such a toleration can't be, becomes one that lasts.
      const own = (spec.tolerations ?? []).map((one) => {
        const { key = "" } = one;
        if (!asked.has(key) || !tolerates(one)) return one;
        missing.delete(key);
        return tolerationOf(key);
      });
      spec.tolerations = [...own, ...Array.from(missing, tolerationOf)];
    },
  };
}

function tolerationOf(key: string): Toleration {
  return { key, operator: "Exists", effect: "NoSchedule" };
}

function tolerates({ operator, effect, value = "" }: Toleration): boolean {
  return operator === "Exists" && effect === "NoSchedule" && value === "";
}
