/**
 * What keeps pods from running and being ready, a line each.
 *
 * @module
 */

import { type Client, type metaV1, type ObjectOf, Pod } from "../../toolkit/mod.ts";
import { closedGates, unreadyContainers, waitingContainers } from "../scheduler/why/containers.ts";
import { unmetNeeds } from "../scheduler/why/pod_needs.ts";
import { waitingText } from "../scheduler/why/print.ts";

/** A pod as it is. */
export type LivePod = ObjectOf<typeof Pod>;

/** So many different troubles are told, and so many pods are looked at. */
const LINES_SHOWN = 10;
const PODS_LIMIT = 1000;

/** The pods of a namespace that are chosen, and that an object controls; at most {@link PODS_LIMIT}. */
export async function podsOf(
  client: Client,
  namespace: string,
  labelSelector: metaV1.LabelSelector,
  uids?: ReadonlySet<string>,
): Promise<LivePod[]> {
  const found: LivePod[] = [];
  for await (const pod of client.iterate(Pod, { namespace, labelSelector })) {
    const owner = pod.metadata.ownerReferences?.find((one) => one.controller);
    if (uids !== undefined && !uids.has(owner?.uid ?? "")) continue;
    if (found.push(pod) === PODS_LIMIT) break;
  }
  return found;
}

/** What of pods is not as it should be: of those with the same troubles in one line. */
export async function podFacts(client: Client, pods: readonly LivePod[]): Promise<string[]> {
  const alike = new Map<string, LivePod[]>();
  for (const pod of pods) {
    const problems = podProblems(pod).join("; ");
    if (problems === "") continue;
    const others = alike.get(problems);
    if (others === undefined) alike.set(problems, [pod]);
    else others.push(pod);
  }
  const facts: string[] = [];
  let left = 0;
  for (const [problems, [first, ...others]] of alike) {
    if (facts.length === LINES_SHOWN) {
      left += 1 + others.length;
      continue;
    }
    const { name } = first!.metadata;
    const unmet = await unmetNeeds(client, first!);
    const needs = unmet.map(({ kind, name, problem }) => `${kind} ${name} ${problem}`);
    // Others need others, as pods of a stateful set their own claims.
    if (others.length > 0 && needs.length > 0) needs[0] = `of ${name}: ${needs[0]}`;
    const who = others.length > 0 ? `pod ${name} and ${others.length} more` : `pod ${name}`;
    facts.push(`${who}: ${[problems, ...needs].join("; ")}`);
  }
  if (left > 0) facts.push(`and ${left} more pods`);
  return facts;
}

/** Nothing where it is ready. */
function podProblems(pod: LivePod): string[] {
  const { metadata, spec, status } = pod;
  if (metadata.deletionTimestamp !== undefined) return ["it is being deleted"];
  const { phase, reason, message, conditions = [] } = status ?? {};
  const isReady = conditions.some((one) => one.type === "Ready" && one.status === "True");
  if (isReady || phase === "Succeeded") return [];
  if (phase === "Failed") {
    return [["it has failed", reason, message].filter(Boolean).join(": "), ...exitsOf(pod)];
  }
  if (!spec.nodeName) {
    const scheduled = conditions.find(({ type }) => type === "PodScheduled");
    return [`it has no node: ${scheduled?.message ?? "no scheduler has said anything of it yet"}`];
  }
  const problems = [
    ...waitingContainers(status).map(waitingText),
    ...unreadyContainers(pod).map(({ name, why }) => `container ${name} ${why}`),
    ...closedGates(pod).map((gate) => `its condition ${gate} is not True`),
  ];
  if (problems.length > 0) return problems;
  return [phase === "Running" ? "it is not ready" : "it has not begun yet"];
}

function exitsOf({ status }: LivePod): string[] {
  const all = [...status?.initContainerStatuses ?? [], ...status?.containerStatuses ?? []];
  return all.flatMap(({ name, state }) => {
    const { exitCode = 0, reason } = state?.terminated ?? {};
    if (exitCode === 0) return [];
    return [`container ${name} ended with exit code ${exitCode}${reason ? ` (${reason})` : ""}`];
  });
}
