/**
 * The secrets that a service account allows its pods, where it does not allow all.
 *
 * @module
 */

import type {
  Container,
  EphemeralContainer,
  PodSpec,
  ServiceAccount,
} from "../../../toolkit/api/core_v1.ts";

/** What `true` is spelled like in annotations. */
const TRUE = new Set(["1", "t", "T", "TRUE", "true", "True"]);

/** Whether pods of an account may use its own secrets only. */
export function limitsSecrets({ metadata }: ServiceAccount, annotation: string): boolean {
  const { annotations = {} } = metadata ?? {};
  return Object.hasOwn(annotations, annotation) && TRUE.has(annotations[annotation] ?? "");
}

/** Why a new pod may not be of an account; undefined: it may. */
export function whyNotAllowed(spec: PodSpec, account: ServiceAccount): string | undefined {
  const secrets = namesIn(account.secrets);
  const { name = "" } = account.metadata ?? {};
  const end = `is not allowed because service account ${name} does not reference that`;
  for (const { secret } of spec.volumes ?? []) {
    if (secret === undefined || secrets.has(secret.secretName ?? "")) continue;
    return `volume with secret.secretName="${secret.secretName ?? ""}" ${end} secret`;
  }
  const why = whyNotInEnvironment(spec.initContainers, "init container", account) ??
    whyNotInEnvironment(spec.containers, "container", account);
  if (why !== undefined) return why;
  const pullSecrets = namesIn(account.imagePullSecrets);
  for (const [index, { name: secret = "" }] of (spec.imagePullSecrets ?? []).entries()) {
    if (pullSecrets.has(secret)) continue;
    return `imagePullSecrets[${index}].name="${secret}" ${end} imagePullSecret`;
  }
  return undefined;
}

/** Why containers may not have their environment in a pod of an account; undefined: they may. */
export function whyNotInEnvironment(
  containers: readonly (Container | EphemeralContainer)[] | undefined,
  called: string,
  account: ServiceAccount,
): string | undefined {
  const secrets = namesIn(account.secrets);
  const refusal = (where: string, secret: string) =>
    `${where} referencing secret.secretName="${secret}" is not allowed because service account ` +
    `${account.metadata?.name ?? ""} does not reference that secret`;
  for (const { name, env, envFrom } of containers ?? []) {
    for (const { name: variable, valueFrom } of env ?? []) {
      const secret = valueFrom?.secretKeyRef;
      if (secret === undefined || secrets.has(secret.name ?? "")) continue;
      return refusal(`${called} ${name} with envVar ${variable}`, secret.name ?? "");
    }
    for (const { secretRef } of envFrom ?? []) {
      if (secretRef === undefined || secrets.has(secretRef.name ?? "")) continue;
      return refusal(`${called} ${name} with envFrom`, secretRef.name ?? "");
    }
  }
  return undefined;
}

function namesIn(references: readonly { readonly name?: string }[] | undefined): Set<string> {
  return new Set(references?.map(({ name = "" }) => name));
}
