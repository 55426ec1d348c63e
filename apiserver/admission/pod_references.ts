/**
 * The secrets and config maps that a pod names.
 *
 * @module
 */

import type { Container, EphemeralContainer, PodSpec, Volume } from "../../toolkit/api/core_v1.ts";
import { CONTAINER_LISTS } from "../kinds/pod/container_lists.ts";

type Named = { readonly name?: string } | undefined;

/** The names of secrets that a pod needs itself, not those of its volumes' volumes. */
export function* secretNamesOf(spec: PodSpec): Generator<string> {
  for (const { name } of spec.imagePullSecrets ?? []) if (name) yield name;
  for (const container of containersOf(spec)) yield* secretNamesOfContainer(container);
  for (const volume of spec.volumes ?? []) {
    for (const name of secretsOfVolume(volume)) if (name) yield name;
  }
}

/** The names of secrets in the environment of a container. */
export function* secretNamesOfContainer(
  { envFrom, env }: Container | EphemeralContainer,
): Generator<string> {
  for (const { secretRef } of envFrom ?? []) if (secretRef?.name) yield secretRef.name;
  for (const { valueFrom } of env ?? []) {
    if (valueFrom?.secretKeyRef?.name) yield valueFrom.secretKeyRef.name;
  }
}

/** The names of config maps that a pod needs. */
export function* configMapNamesOf(spec: PodSpec): Generator<string> {
  for (const { envFrom, env } of containersOf(spec)) {
    for (const { configMapRef } of envFrom ?? []) if (configMapRef?.name) yield configMapRef.name;
    for (const { valueFrom } of env ?? []) {
      if (valueFrom?.configMapKeyRef?.name) yield valueFrom.configMapKeyRef.name;
    }
  }
  for (const { configMap, projected } of spec.volumes ?? []) {
    if (configMap?.name) yield configMap.name;
    for (const source of projected?.sources ?? []) {
      if (source.configMap?.name) yield source.configMap.name;
    }
  }
}

/** The containers of all lists. */
export function containersOf(spec: PodSpec): (Container | EphemeralContainer)[] {
  return CONTAINER_LISTS.flatMap((list) => [...spec[list] ?? []]);
}

const WITH_SECRET = [
  "cephfs",
  "cinder",
  "flexVolume",
  "rbd",
  "scaleIO",
  "iscsi",
  "storageos",
] as const;

function* secretsOfVolume(volume: Volume): Generator<string | null | undefined> {
  yield volume.azureFile?.secretName;
  for (const kind of WITH_SECRET) {
    yield (volume[kind] as { secretRef?: Named } | undefined)?.secretRef?.name;
  }
  for (const { secret } of volume.projected?.sources ?? []) yield secret?.name;
  yield volume.secret?.secretName;
  yield volume.csi?.nodePublishSecretRef?.name;
}
