import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { metaV1 } from "../../toolkit/mod.ts";
import { type ClaimOwners, judgeClaim } from "./retention.ts";
import { type StatefulSetView, statefulSetViewOf } from "./stateful_set_view.ts";

type Reference = metaV1.OwnerReference;
type Policy = "Retain" | "Delete";

const reference = (apiVersion: string, kind: string, name: string, uid: string): Reference => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
});
const SET = reference("apps/v1", "StatefulSet", "web", "set");
const POD = reference("v1", "Pod", "web-1", "pod");
const OWNERS: ClaimOwners = { set: SET, pod: POD };
const OTHER = reference("v1", "ConfigMap", "other", "other");
const BYSTANDER = { ...OTHER, controller: false };

/** A set whose pod 1 is one of two, or one too many. */
function set(whenDeleted: Policy, whenScaled: Policy, replicas = 2): StatefulSetView {
  return statefulSetViewOf({
    metadata: { name: "web", namespace: "default", uid: "set" },
    spec: {
      replicas,
      selector: { matchLabels: { app: "web" } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled },
    },
  } as never);
}

type Case = readonly [
  whenDeleted: Policy,
  whenScaled: Policy,
  replicas: number,
  before: readonly Reference[],
  after: readonly Reference[] | undefined,
];

const CASES: Readonly<Record<string, Case>> = {
  "nobody has it": ["Retain", "Retain", 2, [], undefined],
  "nobody is to have it any more": ["Retain", "Retain", 2, [SET], []],
  "nor the pod": ["Retain", "Retain", 1, [BYSTANDER, POD], [BYSTANDER]],
  "the set is to have it": ["Delete", "Retain", 2, [], [SET]],
  "the set has it": ["Delete", "Retain", 2, [SET], undefined],
  "the set has it, of a pod too many": ["Delete", "Retain", 1, [SET], undefined],
  "the set does not control it": ["Delete", "Retain", 2, [{ ...SET, controller: false }], [SET]],
  "the pod no longer": ["Delete", "Retain", 2, [POD], [SET]],
  "nobody yet": ["Retain", "Delete", 2, [], undefined],
  "the pod that is one too many": ["Retain", "Delete", 1, [], [POD]],
  "the pod is none too many again": ["Retain", "Delete", 2, [POD], []],
  "the set while the pod stays": ["Delete", "Delete", 2, [], [SET]],
  "the pod instead of the set": ["Delete", "Delete", 1, [SET], [POD]],
  "others stay": ["Delete", "Delete", 1, [BYSTANDER, SET], [BYSTANDER, POD]],
  "somebody else controls it": ["Delete", "Retain", 2, [OTHER], undefined],
  "somebody else and the set": ["Delete", "Retain", 2, [OTHER, SET], [OTHER]],
  "somebody else, and no policy": ["Retain", "Retain", 2, [OTHER, SET], [OTHER]],
  "a set of before": ["Delete", "Retain", 2, [{ ...SET, uid: "old" }], undefined],
  "a pod of before": ["Retain", "Delete", 1, [{ ...POD, uid: "old" }], undefined],
};

for (const [name, [whenDeleted, whenScaled, replicas, before, after]] of Object.entries(CASES)) {
  Deno.test(`judgeClaim() knows whom a claim belongs to: ${name}`, () => {
    const judged = judgeClaim(before, set(whenDeleted, whenScaled, replicas), 1, OWNERS);
    assertEquals(judged.references, after);
    if (after === undefined) return;
    // What it says is what it wants.
    const again = judgeClaim(after, set(whenDeleted, whenScaled, replicas), 1, OWNERS);
    assertEquals(again.references, undefined);
  });
}

Deno.test("judgeClaim() says where somebody else has the say", () => {
  const contested = [[OTHER], [{ ...SET, uid: "old" }], [{ ...POD, uid: "old" }]];
  for (const references of contested) {
    assertEquals(judgeClaim(references, set("Delete", "Retain"), 1, OWNERS).isContested, true);
    assertEquals(judgeClaim(references, set("Retain", "Retain"), 1, OWNERS).isContested, false);
  }
});
