/**
 * Pods: their number, what they ask for and what they are held to.
 *
 * @module
 */

import type { Container, Pod, PodAffinityTerm, PodSpec } from "../api/core_v1.ts";
import type { Clock } from "../clock.ts";
import type { Names } from "../names.ts";
import { msOfTime, parseTime, Quantity } from "../values/mod.ts";
import { type Amounts, amountsOf, ONE } from "./amounts.ts";
import { countName, type QuotaEvaluator, type QuotaWrite } from "./evaluator.ts";
import { amountsOfPod, speaksForItself } from "./pod_amounts.ts";
import { isDeviceRequest, isDeviceResource, REQUESTS } from "./resource_names.ts";
import { isOneOf, type Scope } from "./scope.ts";

const ABOUT = { group: "", resource: "pods" };
const COUNT = countName(ABOUT);
const LIMITS = "limits.";
const HUGE_PAGES = "hugepages-";
/** What quotas count of both sides. */
const COMPUTED = ["cpu", "memory", "ephemeral-storage"] as const;

const NAMES: ReadonlySet<string> = new Set([
  COUNT,
  "pods",
  ...COMPUTED.flatMap((name) => [name, REQUESTS + name, LIMITS + name]),
]);

/** Where a quota has one of these, each container has to say it: quotas of old were made so. */
const REQUIRED = ["cpu", "memory"].flatMap((name) => [name, LIMITS + name, REQUESTS + name]).sort();

/** Measures pods. Those that have ended, or should have, use nothing any more but their place. */
export function pods(clock: Pick<Clock, "now">, names: Names): QuotaEvaluator {
  return {
    about: ABOUT,
    handles,
    counts: (name) =>
      NAMES.has(name) || name.startsWith(HUGE_PAGES) || name.startsWith(REQUESTS + HUGE_PAGES) ||
      isDeviceRequest(name, names),
    generation: 0,
    isIn: (scope, object) => isIn(scope, object as unknown as Pod),
    standing: (object) => String(ends(object as unknown as Pod)),
    lacks: (object, has) => lacks(object as unknown as Pod, REQUIRED.filter(has), names),
    usage: (object) => usageOfPod(object as unknown as Pod, clock, names),
  };
}

/** What a pod uses. */
export function usageOfPod(pod: Pod, clock: Pick<Clock, "now">, names: Names): Amounts {
  const usage = new Map([[COUNT, ONE]]);
  if (hasEnded(pod, clock.now())) return usage;
  nameAmounts(usage, amountsOfPod(pod, "requests"), amountsOfPod(pod, "limits"), names);
  usage.set("pods", ONE);
  return usage;
}

/** A pod's containers need nothing else but by a resize; of its scopes one can change. */
function handles({ operation, subresource, object, old }: QuotaWrite): boolean {
  if (subresource === "resize") return operation === "UPDATE";
  if (subresource !== "") return false;
  if (operation === "CREATE") return true;
  return operation === "UPDATE" && object !== undefined && old !== undefined &&
    ends(object as unknown as Pod) !== ends(old as unknown as Pod);
}

function nameAmounts(
  named: Map<string, Quantity>,
  requests: Amounts,
  limits: Amounts,
  names: Names,
): void {
  for (const name of COMPUTED) {
    const [request, limit] = [requests.get(name), limits.get(name)];
    if (request !== undefined) named.set(name, request).set(REQUESTS + name, request);
    if (limit !== undefined) named.set(LIMITS + name, limit);
  }
  for (const [name, request] of requests) {
    if (name.startsWith(HUGE_PAGES)) named.set(name, request).set(REQUESTS + name, request);
    if (isDeviceResource(name, names)) named.set(REQUESTS + name, request);
  }
}

/** What containers do not say of what is required, with their names. */
function lacks(pod: Pod, required: readonly string[], names: Names): string | undefined {
  if (required.length === 0 || speaksForItself(pod)) return undefined;
  const missing = new Map<string, Set<string>>();
  const { containers = [], initContainers = [] } = pod.spec ?? {};
  for (const { name, resources } of [...containers, ...initContainers] as Container[]) {
    const said = new Map<string, Quantity>();
    nameAmounts(said, amountsOf(resources?.requests), amountsOf(resources?.limits), names);
    for (const one of required) {
      if (said.has(one)) continue;
      const of = missing.get(one) ?? new Set();
      missing.set(one, of.add(name));
    }
  }
  if (missing.size === 0) return undefined;
  const parts = [...missing].sort(([one], [other]) => one < other ? -1 : 1)
    .map(([name, of]) => `${name} for: ${[...of].sort().join(",")}`);
  return `must specify ${parts.join("; ")}`;
}

function hasEnded({ metadata, status }: Pod, now: number): boolean {
  if (status?.phase === "Failed" || status?.phase === "Succeeded") return true;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata ?? {};
  if (!deletionTimestamp || deletionGracePeriodSeconds === undefined) return false;
  // Of a lost node nobody says that its pods are gone: that must keep nobody from making others.
  return now > msOfTime(parseTime(deletionTimestamp)) + Number(deletionGracePeriodSeconds) * 1000;
}

function isIn(scope: Scope, pod: Pod): boolean {
  switch (scope.scopeName) {
    case "Terminating":
      return ends(pod);
    case "NotTerminating":
      return !ends(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "PriorityClass": {
      const name = pod.spec?.priorityClassName ?? "";
      return isOneOf(scope, name === "" ? [] : [name]);
    }
    case "CrossNamespacePodAffinity":
      return looksElsewhere(pod.spec);
    default:
      return false;
  }
}

/** Whether a pod runs for so long and no longer. */
function ends({ spec }: Pod): boolean {
  return Number(spec?.activeDeadlineSeconds ?? -1) >= 0;
}

function isBestEffort({ spec, status }: Pod): boolean {
  if (status?.qosClass) return status.qosClass === "BestEffort";
  const asked = spec?.resources !== undefined
    ? [spec.resources]
    : [...spec?.containers ?? [], ...spec?.initContainers ?? []].map(({ resources }) => resources);
  const lists = asked.flatMap((resources) => [resources?.requests, resources?.limits]);
  return !lists.some((list) =>
    ["cpu", "memory"].some((name) => Quantity.parse(list?.[name] ?? "0").sign > 0)
  );
}

/** Whether where a pod may run is said by the pods of other namespaces. */
function looksElsewhere(spec: PodSpec | undefined): boolean {
  const { podAffinity, podAntiAffinity } = spec?.affinity ?? {};
  return [podAffinity, podAntiAffinity].some((affinity) => {
    const terms: PodAffinityTerm[] = [
      ...affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
      ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [])
        .map(({ podAffinityTerm }) => podAffinityTerm),
    ];
    return terms.some(({ namespaces = [], namespaceSelector }) =>
      namespaces.length > 0 || namespaceSelector !== undefined
    );
  });
}
