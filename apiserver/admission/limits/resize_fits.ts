/**
 * Keeps pods from growing out of their nodes.
 *
 * @module
 */

import type { Node as NodeType, Pod } from "../../../toolkit/api/core_v1.ts";
import { Node } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { Quantity, quoteText } from "../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../admission.ts";
import { finderOf } from "../fresh.ts";
import { refused } from "../refusal.ts";
import { amountsOf } from "../../../toolkit/quota/mod.ts";
import { ABOUT_RESIZES, nodeOf, resizedPod } from "../resized_pod.ts";
import { amountsOfPod } from "./amounts.ts";

/** Refuses sizes that a pod's node could not hold even alone, and all on nodes that can't resize. */
export function podResizeValidator(context: ServerContext): AdmissionPlugin {
  const { labelOs } = NAMES[context.dialect];
  const find = finderOf(context, Node);
  return {
    ...ABOUT_RESIZES,
    async validate(request) {
      const resized = resizedPod(request);
      if (resized === undefined) return;
      const { pod, nodeName: name } = resized;
      const node = await nodeOf(resized, request, find);
      const os = node.metadata?.labels?.[labelOs] ?? "linux";
      if (os !== "linux") {
        const shown = `${quoteText(name)} is ${quoteText(os)}`;
        const why = `pod resize is only supported on linux nodes, node ${shown}`;
        throw withCause(request, why, "UnsupportedPlatform");
      }
      const missing = missingOn(node, pod);
      if (missing.length === 0) return;
      const why = `node didn't have enough allocatable resources: ${missing.join("; ")}`;
      throw withCause(request, why, "NodeCapacity");
    },
  };
}

function missingOn({ status }: NodeType, { spec }: Pod): string[] {
  if (spec === undefined) return [];
  const requests = amountsOfPod(spec, "requests");
  const overhead = amountsOf(spec.overhead);
  const missing: string[] = [];
  for (
    const [name, shown] of [
      ["cpu", (amount: Quantity) => amount.milliValue()],
      ["memory", (amount: Quantity) => amount.value()],
    ] as const
  ) {
    const own = requests.get(name) ?? Quantity.zero;
    const asked = own.add(overhead.get(name) ?? Quantity.zero);
    const there = Quantity.parse(status?.allocatable?.[name] ?? "0");
    if (asked.compare(there) <= 0) continue;
    missing.push(`${name}, requested: ${shown(asked)}, allocatable: ${shown(there)}`);
  }
  return missing;
}

/** A refusal that says the same in one word, for programs. */
function withCause(request: AdmissionRequest, why: string, reason: string) {
  const error = refused(request, why);
  Object.assign(error.status.details as object, { causes: [{ reason }] });
  return error;
}
