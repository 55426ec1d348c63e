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
      const tolerations = [...spec.tolerations ?? []];
      for (const key of [...asked].sort()) {
        if (!tolerations.some((one) => isFor(one, key))) {
          tolerations.push({ key, operator: "Exists", effect: "NoSchedule" });
        }
      }
      spec.tolerations = tolerations;
    },
  };
}

function isFor({ key, operator, effect, value = "" }: Toleration, resource: string): boolean {
  return key === resource && operator === "Exists" && effect === "NoSchedule" && value === "";
}
