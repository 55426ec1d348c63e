/**
 * The pods of a stateful set as they should be: their names, labels and volumes.
 *
 * @module
 */

import type { Client, coreV1 } from "../../toolkit/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { claimNameOf } from "./claim_draft.ts";
import { REVISION_LABEL, type StatefulPod } from "./stateful_pod.ts";
import type { StatefulSetView } from "./stateful_set_view.ts";

type Volume = coreV1.Volume;

/** The name of a pod. */
export function podNameOf({ name }: StatefulSetView, ordinal: number): string {
  return `${name}-${ordinal}`;
}

/** The labels that say which pod of its set it is. */
export function identityLabels(
  set: StatefulSetView,
  ordinal: number,
  { dialect }: Pick<Client, "dialect">,
): Record<string, string> {
  const { labelStatefulPodName, labelPodIndex } = NAMES[dialect];
  return { [labelStatefulPodName]: podNameOf(set, ordinal), [labelPodIndex]: String(ordinal) };
}

/** A pod that is to be made, of a template that a revision names. */
export function podDraft(
  set: StatefulSetView,
  ordinal: number,
  { name: revision, template }: {
    readonly name: string;
    readonly template: coreV1.PodTemplateSpec;
  },
  client: Pick<Client, "dialect">,
) {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  const name = podNameOf(set, ordinal);
  const volumes = volumesOf(set, ordinal, template.spec?.volumes);
  return {
    metadata: {
      generateName: `${set.name}-`,
      name,
      namespace: set.namespace,
      labels: {
        ...labels,
        ...identityLabels(set, ordinal, client),
        [REVISION_LABEL]: revision,
      },
      ...(annotations && { annotations: { ...annotations } }),
      ...(finalizers && { finalizers: [...finalizers] }),
    },
    spec: {
      ...template.spec,
      hostname: name,
      ...(set.object.spec.serviceName && { subdomain: set.object.spec.serviceName }),
      ...(volumes.length > 0 && { volumes }),
    } as coreV1.PodSpec,
  };
}

/** A pod's volumes: those of the set's claims, and all others that it has. */
export function volumesOf(
  { claims, name: set }: StatefulSetView,
  ordinal: number,
  volumes: readonly Volume[] = [],
): Volume[] {
  const own = claims.map((claim) => ({
    name: claim.metadata?.name ?? "",
    persistentVolumeClaim: { claimName: claimNameOf(claim, set, ordinal) },
  }));
  const names = new Set(own.map(({ name }) => name));
  return [...own, ...volumes.filter(({ name }) => !names.has(name))];
}

/** Whether a pod says which one of the set it is. */
export function hasIdentity(
  { name, labels }: StatefulPod,
  { dialect }: Pick<Client, "dialect">,
): boolean {
  return labels[NAMES[dialect].labelStatefulPodName] === name;
}

/** Whether a pod has the volumes of the set's claims. */
export function hasStorage({ claims, name: set }: StatefulSetView, pod: StatefulPod): boolean {
  return claims.every((claim) =>
    pod.claims.get(claim.metadata?.name ?? "") === claimNameOf(claim, set, pod.ordinal)
  );
}
