/**
 * The claims of a stateful set as they are made: their names and labels.
 *
 * @module
 */

import type { coreV1, metaV1 } from "../../toolkit/mod.ts";
import { copyJson } from "../../toolkit/values/json.ts";
import type { StatefulSetView } from "./stateful_set_view.ts";

/** The name of the claim that a pod has of a template. */
export function claimNameOf(
  { metadata }: coreV1.PersistentVolumeClaim,
  set: string,
  ordinal: number,
): string {
  return `${metadata?.name ?? ""}-${set}-${ordinal}`;
}

/** A claim that is to be made. The labels that the set selects by are put over those of the template. */
export function claimDraft(
  { object, namespace, name: set }: StatefulSetView,
  template: coreV1.PersistentVolumeClaim,
  ordinal: number,
  ownerReferences: readonly metaV1.OwnerReference[],
) {
  const { metadata, spec } = copyJson(template) as coreV1.PersistentVolumeClaim;
  const labels = { ...metadata?.labels, ...object.spec.selector?.matchLabels };
  return {
    metadata: {
      ...metadata,
      name: claimNameOf(template, set, ordinal),
      namespace,
      labels,
      ...(ownerReferences.length > 0 && { ownerReferences: [...ownerReferences] }),
    },
    spec,
  };
}
