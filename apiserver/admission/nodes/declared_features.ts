/**
 * Keeps pods from changes that their nodes' agents can't follow.
 *
 * @module
 */

import type {
  Container,
  PodSpec,
  ResourceList,
  ResourceRequirements,
} from "../../../toolkit/api/core_v1.ts";
import { Node } from "../../../toolkit/kinds/built_in.ts";
import { amountsOf } from "../../../toolkit/quota/mod.ts";
import { equalJson } from "../../../toolkit/values/json.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { AdmissionPlugin } from "../admission.ts";
import { finderOf } from "../fresh.ts";
import { refused } from "../refusal.ts";
import { ABOUT_RESIZES, nodeOf, resizedPod } from "../resized_pod.ts";

/**
 * Refuses a new size of a pod as a whole, or of a container that ends before others start, where the
 * node does not say that its agent can give it.
 */
export function nodeDeclaredFeatureValidator(context: ServerContext): AdmissionPlugin {
  const find = finderOf(context, Node);
  return {
    ...ABOUT_RESIZES,
    async validate(request) {
      const resized = resizedPod(request);
      if (resized === undefined) return;
      const { pod, before, nodeName: name } = resized;
      const needed = neededFeatures(pod.spec!, before.spec!);
      if (needed.length === 0) return;
      const node = await nodeOf(resized, request, find);
      const missing = needed.filter((one) => !node.status?.declaredFeatures?.includes(one));
      if (missing.length === 0) return;
      const why = `pod update requires features ${missing.join(", ")} which are not available`;
      throw refused(request, `${why} on node ${quoteText(name)}`);
    },
  };
}

/** What the change of a pod needs that not all node agents can do. */
function neededFeatures(spec: PodSpec, old: PodSpec): string[] {
  const { initContainers = [] } = spec;
  const changesFirst = old.initContainers?.some((before, index) =>
    !isSidecar(before) && !equalJson(before.resources ?? {}, initContainers[index]?.resources ?? {})
  );
  return [
    ...sameSizes(spec.resources, old.resources) ? [] : ["InPlacePodLevelResourcesVerticalScaling"],
    ...changesFirst ? ["InPlacePodVerticalScalingInitContainers"] : [],
  ];
}

function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === "Always";
}

/** An empty word of the pod as a whole is one: its agent has to look at the pod so from then on. */
function sameSizes(
  now: ResourceRequirements | undefined,
  before: ResourceRequirements | undefined,
) {
  if (now === undefined || before === undefined) return now === before;
  return sameAmounts(now.requests, before.requests) && sameAmounts(now.limits, before.limits);
}

/** Whether two lists have the same resources, and as much of each, however it is written. */
function sameAmounts(list: ResourceList | undefined, other: ResourceList | undefined): boolean {
  const [left, right] = [amountsOf(list), amountsOf(other)];
  return left.size === right.size && [...left].every(([name, amount]) => {
    const there = right.get(name);
    return there !== undefined && amount.compare(there) === 0;
  });
}
