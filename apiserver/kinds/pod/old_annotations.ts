/**
 * Annotations of pods by which things were said that fields say now.
 *
 * @module
 */

import type { AppArmorProfile, PodSpec } from "../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../toolkit/errors/mod.ts";
import { DIALECTS, NAMES } from "../../../toolkit/names.ts";
import { equalStored } from "../../resource/equal_stored.ts";

type Annotations = Readonly<Record<string, string>>;

const SYSCTLS = 'non-functional in v1.11+; use the "sysctls" field instead';
const SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';
const APP_ARMOR = 'deprecated since v1.30; use the "appArmorProfile" field instead';

const DOMAINS = DIALECTS.map((dialect) => NAMES[dialect].domain);

/** Annotations that nobody reads any more, in either dialect. */
const GONE: readonly (readonly [key: string, why: string])[] = DOMAINS.flatMap((domain) => [
  [
    `scheduler.alpha.${domain}/critical-pod`,
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  ],
  [`security.alpha.${domain}/sysctls`, SYSCTLS],
  [`security.alpha.${domain}/unsafe-sysctls`, SYSCTLS],
]);
const POD_SECCOMP = DOMAINS.map((domain) => `seccomp.security.alpha.${domain}/pod`);
/** Each followed by the name of a container. */
const CONTAINER_SECCOMP = DOMAINS.map((domain) => `container.seccomp.security.alpha.${domain}/`);
const CONTAINER_APP_ARMOR = DOMAINS.map((domain) => `container.apparmor.security.beta.${domain}/`);

/** Warns of annotations that nobody reads any more; `path` is theirs. */
export function warnOfGoneAnnotations(
  warnings: string[],
  path: FieldPath,
  annotations: Annotations,
): void {
  for (const [key, why] of GONE) {
    if (Object.hasOwn(annotations, key)) warnings.push(`${path.key(key)}: ${why}`);
  }
}

/** Whether annotations say anything of a profile, of the pod or of containers. */
export function nameProfiles(annotations: Annotations): boolean {
  for (const key in annotations) {
    if (key.includes("seccomp.security.") || key.includes("apparmor.security.")) return true;
  }
  return false;
}

/** Warns of the seccomp profile of a pod that has none in its field. */
export function warnOfPodSeccomp(
  warnings: string[],
  path: FieldPath,
  annotations: Annotations,
  { securityContext }: PodSpec,
): void {
  if (securityContext?.seccompProfile !== undefined) return;
  for (const key of POD_SECCOMP) {
    if (Object.hasOwn(annotations, key)) warnings.push(`${path.key(key)}: ${SECCOMP}`);
  }
}

/** The security of a container, as far as profiles go. */
export interface Profiled {
  readonly name: string;
  readonly securityContext?: {
    readonly seccompProfile?: unknown;
    readonly appArmorProfile?: AppArmorProfile;
  };
}

/** Warns of a container's seccomp profile where it has none in its field. */
export function warnOfSeccomp(
  warnings: string[],
  path: FieldPath,
  annotations: Annotations,
  { name, securityContext }: Profiled,
): void {
  if (securityContext?.seccompProfile !== undefined) return;
  for (const prefix of CONTAINER_SECCOMP) {
    const key = `${prefix}${name}`;
    if (Object.hasOwn(annotations, key)) warnings.push(`${path.key(key)}: ${SECCOMP}`);
  }
}

/** Warns of a container's AppArmor profile, unless it has one in its field or the pod's is the same. */
export function warnOfAppArmor(
  warnings: string[],
  path: FieldPath,
  annotations: Annotations,
  container: Profiled,
  ofPod: AppArmorProfile | undefined,
): void {
  if (container.securityContext?.appArmorProfile !== undefined) return;
  const key = appArmorKey(annotations, container.name);
  if (key === undefined) return;
  const profile = appArmorOf(annotations[key] ?? "");
  if (ofPod !== undefined && profile !== undefined && equalStored(profile, ofPod)) return;
  warnings.push(appArmorWarning(path, key));
}

/** What is said of the annotation `key`. */
export function appArmorWarning(path: FieldPath, key: string): string {
  return `${path.key(key)}: ${APP_ARMOR}`;
}

/** The annotation that says a container's profile, if there is one. */
function appArmorKey(annotations: Annotations, container: string): string | undefined {
  return CONTAINER_APP_ARMOR.map((prefix) => `${prefix}${container}`)
    .find((key) => Object.hasOwn(annotations, key));
}

const LOCAL = "localhost/";

/** The profile that an annotation's value stands for; undefined: none that is known. */
export function appArmorOf(value: string): AppArmorProfile | undefined {
  if (value === "unconfined") return { type: "Unconfined" };
  if (value === "runtime/default") return { type: "RuntimeDefault" };
  if (!value.startsWith(LOCAL) || value.length === LOCAL.length) return undefined;
  return { type: "Localhost", localhostProfile: value.slice(LOCAL.length) };
}
