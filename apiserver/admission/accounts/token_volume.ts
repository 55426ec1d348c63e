/**
 * The volume in which the programs of a pod find who they are.
 *
 * @module
 */

import type { PodSpec, Volume } from "../../../toolkit/api/core_v1.ts";
import { type Names, toDialect } from "../../../toolkit/names.ts";
import { generatedName } from "../../resource/generated_name.ts";

/** Seconds that the token holds. Clients of old take one of an hour for one that never ends. */
const TOKEN_SECONDS = 3607;
/** Files of such volumes may be read by everybody in the container. */
const FILE_MODE = 0o644;

/** What the volume's name begins with. */
function tokenVolumePrefix({ dialect }: Pick<Names, "dialect">): string {
  return `${toDialect("kube-api-access", dialect)}-`;
}

/**
 * Mounts the volume in each container that has nothing else in its place, and adds it where the pod has
 * none of its name.
 */
export function mountToken(spec: PodSpec, names: Names, random: () => number): void {
  const prefix = tokenVolumePrefix(names);
  const own = spec.volumes?.find(({ name }) => name.startsWith(prefix));
  const name = own?.name ?? generatedName(prefix, random);
  let isMounted = false;
  for (const container of [...spec.initContainers ?? [], ...spec.containers ?? []]) {
    const mounts = container.volumeMounts ?? [];
    if (mounts.some(({ mountPath }) => mountPath === names.tokenFolder)) continue;
    container.volumeMounts = [...mounts, { name, readOnly: true, mountPath: names.tokenFolder }];
    isMounted = true;
  }
  if (isMounted && own === undefined) {
    spec.volumes = [...spec.volumes ?? [], tokenVolume(name, names)];
  }
}

function tokenVolume(name: string, { configMapRootCa }: Names): Volume {
  const namespace = { apiVersion: "v1", fieldPath: "metadata.namespace" };
  return {
    name,
    projected: {
      defaultMode: FILE_MODE,
      sources: [
        { serviceAccountToken: { path: "token", expirationSeconds: TOKEN_SECONDS } },
        { configMap: { name: configMapRootCa, items: [{ key: "ca.crt", path: "ca.crt" }] } },
        { downwardAPI: { items: [{ path: "namespace", fieldRef: namespace }] } },
      ],
    },
  };
}
