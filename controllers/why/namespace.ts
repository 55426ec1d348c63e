/**
 * Why a namespace does not go.
 *
 * @module
 */

import { Namespace } from "../../toolkit/mod.ts";
import type { Explain } from "./facts.ts";
import { conditionFacts } from "./workloads.ts";

/** All of its conditions are bad news where they are True. */
const BAD: ReadonlySet<string> = new Set([
  "NamespaceDeletionDiscoveryFailure",
  "NamespaceDeletionGroupVersionParsingFailure",
  "NamespaceDeletionContentFailure",
  "NamespaceContentRemaining",
  "NamespaceFinalizersRemaining",
]);

export const explainNamespace: Explain = async (client, { name }) => {
  const { metadata, spec, status } = await client.get(Namespace, name);
  const head = `Namespace ${name}: ${status?.phase ?? "Active"}`;
  if (metadata.deletionTimestamp === undefined) return { head, says: [] };
  const bad = (status?.conditions ?? []).filter(({ type }) => BAD.has(type));
  const kept = [...spec?.finalizers ?? [], ...metadata.finalizers ?? []];
  return {
    head,
    says: [
      ...(kept.length > 0
        ? [`it is being deleted, and stays until these finalizers are gone: ${kept.join(", ")}`]
        : []),
      ...conditionFacts(bad, BAD),
      ...(status?.conditions === undefined
        ? ["no controller has said what is still in it: does one run?"]
        : []),
    ],
  };
};
