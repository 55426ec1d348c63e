/**
 * What a node needs to run a pod.
 *
 * @module
 */

import type { Container, EphemeralContainer, Pod, Volume } from "../api/core_v1.ts";

/** Sorts of things that the node of a pod may see for its sake. */
export type NeedSort = "secret" | "configmap" | "claim" | "resource claim" | "account";

/** A thing in the namespace of the pod. */
export type Need = readonly [sort: NeedSort, name: string];

/** Lists of containers of every sort. */
const CONTAINER_LISTS = ["initContainers", "containers", "ephemeralContainers"] as const;

/** Volumes whose driver is told a secret, in the field `secretRef`. */
const WITH_SECRET = [
  "cephfs",
  "cinder",
  "flexVolume",
  "rbd",
  "scaleIO",
  "storageos",
  "iscsi",
] as const;

/** What a pod names; the same thing may come twice. What its claims lead to is not among it. */
export function* needsOfPod(pod: Pod): Generator<Need> {
  const { spec, status, metadata } = pod;
  const { serviceAccountName: account, imagePullSecrets, volumes, resourceClaims } = spec ?? {};
  if (account) yield ["account", account];
  for (const { name } of imagePullSecrets ?? []) if (name) yield ["secret", name];
  for (const list of CONTAINER_LISTS) {
    for (const container of spec?.[list] ?? []) yield* needsOfContainer(container);
  }
  for (const volume of volumes ?? []) yield* needsOfVolume(volume, metadata?.name ?? "");
  // Of a template, the status tells which claim was made, if any.
  const made = resourceClaims?.length ? claimsMadeFor(status) : undefined;
  for (const { name, resourceClaimName, resourceClaimTemplateName } of resourceClaims ?? []) {
    const claim = resourceClaimName ??
      (resourceClaimTemplateName !== undefined ? made?.get(name) : undefined);
    if (claim) yield ["resource claim", claim];
  }
  const extended = status?.extendedResourceClaimStatus?.resourceClaimName;
  if (extended) yield ["resource claim", extended];
}

/** The names of claims that were made of templates, by what the pod calls them; of several the first. */
function claimsMadeFor(status: Pod["status"]): ReadonlyMap<string, string | undefined> {
  const made = new Map<string, string | undefined>();
  for (const { name, resourceClaimName } of status?.resourceClaimStatuses ?? []) {
    if (!made.has(name)) made.set(name, resourceClaimName);
  }
  return made;
}

function* needsOfContainer({ envFrom, env }: Container | EphemeralContainer): Generator<Need> {
  for (const { secretRef, configMapRef } of envFrom ?? []) {
    if (secretRef?.name) yield ["secret", secretRef.name];
    if (configMapRef?.name) yield ["configmap", configMapRef.name];
  }
  for (const { valueFrom } of env ?? []) {
    const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
    if (secretKeyRef?.name) yield ["secret", secretKeyRef.name];
    if (configMapKeyRef?.name) yield ["configmap", configMapKeyRef.name];
  }
}

function* needsOfVolume(volume: Volume, pod: string): Generator<Need> {
  const { persistentVolumeClaim, ephemeral, configMap, projected, secret, azureFile, csi } = volume;
  if (persistentVolumeClaim?.claimName) yield ["claim", persistentVolumeClaim.claimName];
  // The claim that is made for the volume is called so.
  if (ephemeral) yield ["claim", `${pod}-${volume.name}`];
  if (configMap?.name) yield ["configmap", configMap.name];
  for (const { secret, configMap } of projected?.sources ?? []) {
    if (secret?.name) yield ["secret", secret.name];
    if (configMap?.name) yield ["configmap", configMap.name];
  }
  if (secret?.secretName) yield ["secret", secret.secretName];
  if (azureFile?.secretName) yield ["secret", azureFile.secretName];
  if (csi?.nodePublishSecretRef?.name) yield ["secret", csi.nodePublishSecretRef.name];
  for (const field of WITH_SECRET) {
    const name = volume[field]?.secretRef?.name;
    if (name) yield ["secret", name];
  }
}
