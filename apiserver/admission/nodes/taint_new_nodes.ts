/**
 * Keeps pods off nodes that were just added, until they are ready.
 *
 * @module
 */

import type { Node } from "../../../toolkit/api/core_v1.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";

/** Gives each new node the taint of one that is not ready; whoever finds it ready takes it away. */
export function taintNewNodes({ dialect }: Pick<ServerContext, "dialect">): AdmissionPlugin {
  const { taintNotReady: key } = NAMES[dialect];
  return {
    handles: ["CREATE"],
    about: about("", "nodes"),
    mutate({ object }) {
      const spec = (object as Node).spec ??= {};
      const taints = spec.taints ?? [];
      if (taints.some((taint) => taint.key === key && taint.effect === "NoSchedule")) return;
      spec.taints = [...taints, { key, effect: "NoSchedule" }];
    },
  };
}
