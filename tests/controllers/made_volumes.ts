/**
 * Volumes and claims as tests make them.
 *
 * @module
 */

import { PersistentVolume, PersistentVolumeClaim } from "../../mod.ts";
import type { TestEnv } from "../../testing.ts";

/** Makes a volume of a driver that stays when its claim goes, unless `spec` says otherwise. */
export async function makeVolume(
  { client }: TestEnv,
  name: string,
  storage: string,
  spec: object = {},
  annotations: Record<string, string> = {},
): Promise<void> {
  await client.create(PersistentVolume, {
    metadata: { name, annotations },
    spec: {
      capacity: { storage },
      accessModes: ["ReadWriteOnce"],
      persistentVolumeReclaimPolicy: "Retain",
      csi: { driver: "example.com", volumeHandle: name },
      ...spec,
    } as never,
  });
}

/** Makes a claim of no class, unless `spec` says otherwise. */
export async function makeClaim(
  { client }: TestEnv,
  name: string,
  storage: string,
  spec: object = {},
): Promise<void> {
  await client.create(PersistentVolumeClaim, {
    metadata: { name },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage } },
      storageClassName: "",
      ...spec,
    } as never,
  });
}
