/**
 * Why a claim has no volume, or does not go.
 *
 * @module
 */

import { PersistentVolumeClaim, Pod } from "../../toolkit/mod.ts";
import { claimProblem } from "../scheduler/why/pod_needs.ts";
import { claimsOf } from "../scheduler/volumes/volumes.ts";
import type { Explain } from "./facts.ts";

export const explainClaim: Explain = async (client, place) => {
  const { namespace, name } = place;
  const claim = await client.get(PersistentVolumeClaim, place);
  const phase = claim.status?.phase ?? "Pending";
  const head = `PersistentVolumeClaim ${namespace}/${name}: ${phase}`;
  if (claim.metadata.deletionTimestamp === undefined) {
    const problem = await claimProblem(client, claim);
    return { head, says: problem === undefined ? [] : [`it ${problem}`] };
  }
  const users: string[] = [];
  for await (const { metadata, spec, status } of client.iterate(Pod, { namespace })) {
    const isOver = status?.phase === "Succeeded" || status?.phase === "Failed";
    const claims = claimsOf({ name: metadata.name, volumes: spec.volumes ?? [] });
    if (!isOver && claims.some((one) => one.name === name)) users.push(metadata.name);
  }
  const { finalizers = [] } = claim.metadata;
  return {
    head,
    says: [
      `it is being deleted, and stays until these finalizers are gone: ${finalizers.join(", ")}`,
      ...users.map((user) => `pod ${user} uses it`),
    ],
  };
};
