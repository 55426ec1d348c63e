/**
 * Keeps pods from shutting others out of whole zones.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import { forbidden } from "../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ServerContext } from "../../server_context.ts";
import { PODS } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";

/** Refuses pods that must not share anything but a node with others. */
export function limitPodHardAntiAffinityTopology(
  { dialect }: Pick<ServerContext, "dialect">,
): AdmissionPlugin {
  const { labelHostName } = NAMES[dialect];
  return {
    handles: ["CREATE", "UPDATE"],
    about: PODS,
    validate({ object = {}, resource }) {
      const { podAntiAffinity } = (object as Pod).spec?.affinity ?? {};
      for (
        const { topologyKey } of podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ??
          []
      ) {
        if (topologyKey === labelHostName) continue;
        throw forbidden(
          resource,
          metadataOf(object).name ?? "",
          `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${topologyKey} but ` +
            `only key ${labelHostName} is allowed`,
        );
      }
    },
  };
}
