/**
 * How long pods stay on nodes that are not ready, or that can't be reached.
 *
 * @module
 */

import type { Pod } from "../../../toolkit/api/core_v1.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { PODS } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";
import type { AdmissionConfiguration } from "../configuration/mod.ts";

/** Adds to pods the tolerations of the two, for a time, that they have not themselves. */
export function defaultTolerationSeconds(
  { dialect }: Pick<ServerContext, "dialect">,
  { notReadySeconds, unreachableSeconds }: AdmissionConfiguration,
): AdmissionPlugin {
  const { taintNotReady, taintUnreachable } = NAMES[dialect];
  const added = [[taintNotReady, notReadySeconds], [taintUnreachable, unreachableSeconds]] as const;
  return {
    handles: ["CREATE", "UPDATE"],
    about: PODS,
    mutate({ object }) {
      const { spec } = object as Pod;
      if (spec === undefined) return;
      const own = spec.tolerations ?? [];
      const tolerates = (taint: string) =>
        own.some(({ key = "", effect = "" }) =>
          (key === taint || key === "") && (effect === "NoExecute" || effect === "")
        );
      const missing = added.filter(([taint]) => !tolerates(taint));
      if (missing.length === 0) return;
      spec.tolerations = [
        ...own,
        ...missing.map(([key, tolerationSeconds]) => ({
          key,
          operator: "Exists" as const,
          effect: "NoExecute" as const,
          tolerationSeconds,
        })),
      ];
    },
  };
}
