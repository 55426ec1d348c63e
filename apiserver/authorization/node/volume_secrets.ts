/**
 * The secrets that a node needs to attach a persistent volume.
 *
 * @module
 */

import type { PersistentVolume, SecretReference } from "../../../toolkit/api/core_v1.ts";

/** Sources whose secret is in the namespace of the claim where they name none. */
const IN_CLAIM_NAMESPACE = ["cephfs", "flexVolume", "rbd", "scaleIO", "iscsi"] as const;

/** Sources whose secret has its own namespace. */
const IN_OWN_NAMESPACE = ["cinder", "storageos"] as const;

/** Those of a driver's secrets that are for nodes: the others are its controller's. */
const FOR_NODES = ["nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef"] as const;

/** Where each is. The same one may come twice. */
export function* secretsOfVolume(
  { spec }: PersistentVolume,
): Generator<{ readonly namespace: string; readonly name: string }> {
  const home = spec?.claimRef?.namespace ?? "";
  const at = (reference: Partial<SecretReference> | null | undefined, otherwise = "") =>
    reference?.name ? [{ namespace: reference.namespace || otherwise, name: reference.name }] : [];
  const { azureFile, csi } = spec ?? {};
  if (azureFile?.secretName) {
    yield { namespace: azureFile.secretNamespace || home, name: azureFile.secretName };
  }
  for (const source of IN_CLAIM_NAMESPACE) yield* at(spec?.[source]?.secretRef, home);
  for (const source of IN_OWN_NAMESPACE) yield* at(spec?.[source]?.secretRef);
  for (const field of FOR_NODES) yield* at(csi?.[field]);
}
