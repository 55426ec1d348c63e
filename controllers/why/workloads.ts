/**
 * Why what makes pods does not have those that it is to have.
 *
 * @module
 */

import {
  type Client,
  DaemonSet,
  Deployment,
  Job,
  type metaV1,
  ReplicaSet,
  StatefulSet,
} from "../../toolkit/mod.ts";
import type { Explain, Facts, Place } from "./facts.ts";
import { podFacts, podsOf } from "./pods.ts";

/** What all of them have. */
interface Workload {
  readonly metadata: { readonly uid: string; readonly generation?: bigint | number };
  readonly spec: { readonly selector?: metaV1.LabelSelector | null };
  readonly status?: {
    readonly observedGeneration?: bigint | number;
    readonly conditions?: readonly Condition[];
  };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Conditions that are bad news where they are True; all others where they are False. */
const BAD: ReadonlySet<string> = new Set([
  "ReplicaFailure",
  "Failed",
  "FailureTarget",
  "Suspended",
]);

/** What conditions say is wrong. */
export function conditionFacts(
  conditions: readonly Condition[] = [],
  bad: ReadonlySet<string> = BAD,
): string[] {
  return conditions.filter(({ type, status }) => status === (bad.has(type) ? "True" : "False"))
    .map(({ type, status, reason, message }) =>
      [`condition ${type} is ${status}`, reason, message].filter(Boolean).join(": ")
    );
}

/** Whether the controller has seen the object as it is. */
function seenFacts({ metadata: { generation }, status }: Workload): string[] {
  const seen = Number(status?.observedGeneration ?? 0);
  if (seen >= Number(generation ?? 0)) return [];
  return ["its controller has not looked at it since it was made or changed: does one run?"];
}

async function explained(
  client: Client,
  place: Place,
  kind: string,
  workload: Workload,
  counts: string,
  own: readonly string[],
  uids: readonly string[] = [workload.metadata.uid],
): Promise<Facts> {
  const { selector } = workload.spec;
  const pods = selector ? await podsOf(client, place.namespace, selector, new Set(uids)) : [];
  return {
    head: `${kind} ${place.namespace}/${place.name}: ${counts}`,
    says: [
      ...seenFacts(workload),
      ...own,
      ...conditionFacts(workload.status?.conditions),
      ...await podFacts(client, pods),
    ],
  };
}

function ofReplicas(
  ready: bigint | number | undefined,
  wanted: bigint | number | undefined,
): string {
  return `${Number(ready ?? 0)} of ${Number(wanted ?? 1)} pods are ready`;
}

function noneWanted(replicas: bigint | number | undefined): string[] {
  return Number(replicas ?? 1) === 0 ? ["it is to have no pods: its replicas are 0"] : [];
}

export const explainDeployment: Explain = async (client, place) => {
  const found = await client.get(Deployment, place);
  const { spec, status, metadata } = found;
  const sets: string[] = [];
  const { namespace } = place;
  const labelSelector = spec.selector ?? undefined;
  for await (const set of client.iterate(ReplicaSet, { namespace, labelSelector })) {
    if (set.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid)) {
      sets.push(set.metadata.uid);
    }
  }
  const own = [
    ...noneWanted(spec.replicas),
    ...(spec.paused ? ["it is paused: no new version of its pods comes until it is resumed"] : []),
  ];
  const counts = ofReplicas(status?.readyReplicas, spec.replicas);
  return await explained(client, place, "Deployment", found, counts, own, sets);
};

export const explainReplicaSet: Explain = async (client, place) => {
  const found = await client.get(ReplicaSet, place);
  const { spec, status } = found;
  const counts = ofReplicas(status?.readyReplicas, spec.replicas);
  return await explained(client, place, "ReplicaSet", found, counts, noneWanted(spec.replicas));
};

export const explainStatefulSet: Explain = async (client, place) => {
  const found = await client.get(StatefulSet, place);
  const { spec, status } = found;
  const [wanted, ready] = [Number(spec.replicas ?? 1), Number(status?.readyReplicas ?? 0)];
  const isOrdered = spec.podManagementPolicy !== "Parallel" && ready < wanted;
  const own = [
    ...noneWanted(spec.replicas),
    ...(isOrdered ? ["its pods come one after another, each once those before it are ready"] : []),
  ];
  const counts = ofReplicas(status?.readyReplicas, spec.replicas);
  return await explained(client, place, "StatefulSet", found, counts, own);
};

export const explainDaemonSet: Explain = async (client, place) => {
  const found = await client.get(DaemonSet, place);
  const { desiredNumberScheduled: wanted, numberReady, numberMisscheduled = 0 } = found.status ??
    {};
  const isSeen = seenFacts(found).length === 0;
  const own = [
    ...(isSeen && Number(wanted ?? 0) === 0 ? ["no node is one that its pods may be on"] : []),
    ...(Number(numberMisscheduled) > 0
      ? [`${numberMisscheduled} of its pods are on nodes that they may not be on`]
      : []),
  ];
  const counts = ofReplicas(numberReady, wanted ?? 0);
  return await explained(client, place, "DaemonSet", found, counts, own);
};

export const explainJob: Explain = async (client, place) => {
  const found = await client.get(Job, place);
  const { spec, status } = found;
  const { active = 0, succeeded = 0, failed = 0 } = status ?? {};
  const completions = spec.completions ?? 1;
  const own = spec.suspend ? ["it is suspended: it has no pods until spec.suspend is false"] : [];
  const counts =
    `${succeeded} of ${completions} pods have succeeded, ${failed} have failed, ${active} run`;
  // Jobs count no generations.
  const { metadata: { uid } } = found;
  return await explained(client, place, "Job", { ...found, metadata: { uid } }, counts, own);
};
