/**
 * What a pod names and can't start without: claims, config maps, secrets, its account, its runtime class.
 *
 * @module
 */

import {
  type Client,
  ConfigMap,
  type coreV1,
  isForbidden,
  type ObjectOf,
  PersistentVolumeClaim,
  RuntimeClass,
  Secret,
  ServiceAccount,
  StorageClass,
} from "../../../toolkit/mod.ts";
import type { LivePod } from "../pod/pod_info.ts";
import { claimsOf } from "../volumes/volumes.ts";
import type { UnmetNeed } from "./explanation.ts";

/** So many things are looked at: a pod may name tens of thousands. */
const NEEDS_LOOKED_AT = 200;

/** Something that the pod names. */
interface Need {
  readonly kind: keyof typeof LOOKS;
  readonly name: string;
  /** The keys that it must have. */
  readonly keys: Set<string>;
}

/** What stands in the way of a pod that has not begun. What the client may not read is left out: nothing is known of it. */
export async function unmetNeeds(client: Client, pod: LivePod): Promise<UnmetNeed[]> {
  if (pod.status?.phase !== "Pending" && pod.status?.phase !== undefined) return [];
  const unmet: UnmetNeed[] = [];
  for (const need of needsOf(pod).slice(0, NEEDS_LOOKED_AT)) {
    const { kind, name } = need;
    try {
      const problem = await LOOKS[kind](client, pod.metadata.namespace ?? "", need);
      if (problem !== undefined) unmet.push({ kind, name, problem });
    } catch (error) {
      if (!isForbidden(error)) throw error;
    }
  }
  return unmet;
}

/** The first words are the kind's, as people say it. */
const LOOKS = {
  "claim": namedClaimProblem,
  "config map": (client: Client, namespace: string, { name, keys }: Need) =>
    keysProblem(client.find(ConfigMap, { namespace, name }), keys),
  "secret": (client: Client, namespace: string, { name, keys }: Need) =>
    keysProblem(client.find(Secret, { namespace, name }), keys),
  "service account": async (client: Client, namespace: string, { name }: Need) =>
    await client.find(ServiceAccount, { namespace, name }) === undefined ? MISSING : undefined,
  "runtime class": async (client: Client, _: string, { name }: Need) =>
    await client.find(RuntimeClass, name) === undefined ? MISSING : undefined,
} as const;

const MISSING = "is not there";

async function keysProblem(
  found: Promise<{ readonly data?: object; readonly binaryData?: object } | undefined>,
  keys: ReadonlySet<string>,
): Promise<string | undefined> {
  const object = await found;
  if (object === undefined) return MISSING;
  const { data = {}, binaryData = {} } = object;
  const missing = [...keys].filter((key) =>
    !Object.hasOwn(data, key) && !Object.hasOwn(binaryData, key)
  );
  return missing.length === 0 ? undefined : `has no ${missing.join(", ")}`;
}

async function namedClaimProblem(
  client: Client,
  namespace: string,
  { name }: Need,
): Promise<string | undefined> {
  const claim = await client.find(PersistentVolumeClaim, { namespace, name });
  return claim === undefined ? MISSING : await claimProblem(client, claim);
}

/** Why a claim can't be used; undefined: it can. */
export async function claimProblem(
  client: Client,
  claim: ObjectOf<typeof PersistentVolumeClaim>,
): Promise<string | undefined> {
  if (claim.metadata.deletionTimestamp !== undefined) return "is being deleted";
  const phase = claim.status?.phase ?? "Pending";
  if (phase === "Bound") return undefined;
  const className = claim.spec?.storageClassName;
  const head = `is not bound (${phase})`;
  if (phase !== "Pending") return head;
  if (!className) return `${head}: it names no storage class, and needs a volume without one`;
  let storageClass: ObjectOf<typeof StorageClass> | undefined;
  try {
    storageClass = await client.find(StorageClass, className);
  } catch (error) {
    // They are of the cluster: whoever may read all of a namespace need not be able to read them.
    if (!isForbidden(error)) throw error;
    return `${head}: its storage class is ${className}`;
  }
  if (storageClass === undefined) return `${head}: there is no storage class ${className}`;
  return storageClass.volumeBindingMode === "WaitForFirstConsumer"
    ? `${head}: its storage class ${className} waits until the pod has a node`
    : `${head}: its storage class is ${className}, of ${storageClass.provisioner}`;
}

/** What a pod names, each once. What is optional is nothing that it needs. */
function needsOf(pod: LivePod): Need[] {
  const { spec, metadata } = pod;
  const needs = new Map<string, Need>();
  const add = (kind: Need["kind"], name: string | undefined, keys: readonly string[] = []) => {
    if (!name) return;
    const id = `${kind}/${name}`;
    const need = needs.get(id) ?? { kind, name, keys: new Set() };
    needs.set(id, need);
    for (const key of keys) need.keys.add(key);
  };
  const volumes = spec.volumes ?? [];
  for (const { name } of claimsOf({ name: metadata.name, volumes })) add("claim", name);
  const containers = [...spec.initContainers ?? [], ...spec.containers];
  // A node mounts no others.
  const mounted = new Set(
    containers.flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name)),
  );
  for (const volume of volumes) {
    if (!mounted.has(volume.name)) continue;
    for (const source of [volume, ...volume.projected?.sources ?? []]) {
      addSource(source, add);
      if ("serviceAccountToken" in source) add("service account", spec.serviceAccountName);
    }
  }
  for (const { env = [], envFrom = [] } of containers) {
    for (const { configMapRef, secretRef } of envFrom) {
      if (!configMapRef?.optional) add("config map", configMapRef?.name);
      if (!secretRef?.optional) add("secret", secretRef?.name);
    }
    for (const { valueFrom: { configMapKeyRef, secretKeyRef } = {} } of env) {
      if (configMapKeyRef && !configMapKeyRef.optional) {
        add("config map", configMapKeyRef.name, [configMapKeyRef.key]);
      }
      if (secretKeyRef && !secretKeyRef.optional) {
        add("secret", secretKeyRef.name, [secretKeyRef.key]);
      }
    }
  }
  add("runtime class", spec.runtimeClassName);
  return [...needs.values()];
}

/** What a volume, or a part of a projected one, has its files from. */
function addSource(
  { configMap, secret }: Pick<coreV1.Volume, "configMap"> & {
    readonly secret?: coreV1.SecretVolumeSource | coreV1.SecretProjection;
  },
  add: (kind: Need["kind"], name: string | undefined, keys: readonly string[]) => void,
): void {
  const keysOf = (items: readonly coreV1.KeyToPath[] = []) => items.map(({ key }) => key);
  if (configMap && !configMap.optional) add("config map", configMap.name, keysOf(configMap.items));
  if (secret && !secret.optional) {
    const name = "secretName" in secret
      ? secret.secretName
      : (secret as coreV1.SecretProjection).name;
    add("secret", name, keysOf(secret.items));
  }
}
