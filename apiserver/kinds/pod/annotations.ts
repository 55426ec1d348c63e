/**
 * Annotations of pods that mean something, in pods and in templates.
 *
 * @module
 */

import type { PodSpec, Toleration } from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { DIALECTS, NAMES, type Names } from "../../../toolkit/names.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { validateDescendingPath } from "../validation/paths.ts";
import { CONTAINER_LISTS } from "./container_lists.ts";
import { validateTolerations } from "./scheduling.ts";

/** Annotations by their keys. */
export type Annotations = Readonly<Record<string, string>>;

/** The keys, or what the keys begin with that end with the name of a container. */
export interface PodAnnotationKeys {
  readonly mirror: string;
  readonly tolerations: string;
  readonly deletionCost: string;
  readonly seccomp: string;
  readonly containerSeccomp: string;
  readonly containerAppArmor: string;
}

const KEYS: ReadonlyMap<string, PodAnnotationKeys> = new Map(
  DIALECTS.map((dialect) => {
    const { domain, annotationMirrorPod } = NAMES[dialect];
    return [domain, {
      mirror: annotationMirrorPod,
      tolerations: `scheduler.alpha.${domain}/tolerations`,
      deletionCost: `controller.${domain}/pod-deletion-cost`,
      seccomp: `seccomp.security.alpha.${domain}/pod`,
      containerSeccomp: `container.seccomp.security.alpha.${domain}/`,
      containerAppArmor: `container.apparmor.security.beta.${domain}/`,
    }];
  }),
);

/** The keys of a dialect. */
export function podAnnotationKeys({ domain }: Names): PodAnnotationKeys {
  const keys = KEYS.get(domain);
  if (keys === undefined) throw new Error(`no annotations of ${domain} are known`);
  return keys;
}

/** The rules for what annotations say of the pod. `path`: theirs. */
export function validatePodAnnotations(
  errors: FieldError[],
  path: FieldPath,
  annotations: Annotations | undefined,
  spec: PodSpec,
  names: Names,
): void {
  if (annotations === undefined) return;
  const keys = podAnnotationKeys(names);
  const mirror = annotations[keys.mirror];
  if (mirror !== undefined && !spec.nodeName) {
    const why = "must set spec.nodeName if mirror pod annotation is set";
    errors.push(FieldError.invalid(path.key(keys.mirror), mirror, why));
  }
  const tolerations = annotations[keys.tolerations];
  if (tolerations) validateTolerationsText(errors, path, keys.tolerations, tolerations);
  const cost = annotations[keys.deletionCost];
  if (cost !== undefined && !isInt32(cost)) {
    const why = "must be a 32bit integer";
    errors.push(FieldError.invalid(path.key(keys.deletionCost), cost, why));
  }
  const seccomp = annotations[keys.seccomp];
  if (seccomp !== undefined) validateSeccompText(errors, path.child(keys.seccomp), seccomp);
  for (const key in annotations) {
    if (!key.startsWith(keys.containerSeccomp)) continue;
    validateSeccompText(errors, path.child(key), annotations[key]!);
  }
  let known: ReadonlySet<string> | undefined;
  for (const key in annotations) {
    if (!key.startsWith(keys.containerAppArmor)) continue;
    const container = key.slice(keys.containerAppArmor.length);
    known ??= containerNames(spec);
    if (!known.has(container)) {
      errors.push(FieldError.invalid(path.key(key), container, "container not found"));
    }
    const profile = annotations[key]!;
    if (/^(?:$|runtime\/default$|unconfined$|localhost\/)/.test(profile)) continue;
    const why = `invalid AppArmor profile name: ${quoteText(profile)}`;
    errors.push(FieldError.invalid(path.key(key), profile, why));
  }
}

function validateTolerationsText(
  errors: FieldError[],
  path: FieldPath,
  key: string,
  text: string,
): void {
  let tolerations: unknown;
  try {
    tolerations = JSON.parse(text);
  } catch {
    // What is no JSON is no list.
  }
  // "null" is a list of none.
  if (tolerations === null) return;
  const isList = Array.isArray(tolerations) &&
    tolerations.every((one) => typeof one === "object" && !Array.isArray(one));
  if (!isList) {
    errors.push(FieldError.invalid(path, key, "must be a list of tolerations, in JSON"));
    return;
  }
  const sent = (tolerations as (Toleration | null)[]).map((one) => one ?? {});
  validateTolerations(errors, path.child(key), sent);
}

/** Whether a text is a number of 32 bits, written as numbers are. */
function isInt32(text: string): boolean {
  return /^(?:0|-?[0-9]+)$/.test(text) && !/^0./.test(text) && (Number(text) | 0) === Number(text);
}

const LOCAL = "localhost/";

function validateSeccompText(errors: FieldError[], path: FieldPath, profile: string): void {
  if (["runtime/default", "docker/default", "unconfined"].includes(profile)) return;
  if (profile.startsWith(LOCAL)) {
    validateDescendingPath(errors, path, profile.slice(LOCAL.length));
  } else errors.push(FieldError.invalid(path, profile, "must be a valid seccomp profile"));
}

function containerNames(spec: PodSpec): Set<string> {
  return new Set(CONTAINER_LISTS.flatMap((list) => (spec[list] ?? []).map(({ name }) => name)));
}

/** The rules for annotations that stay as they are, and may not come. */
export function validateFixedAnnotations(
  errors: FieldError[],
  path: FieldPath,
  now: Annotations = {},
  old: Annotations = {},
  names: Names,
): void {
  const { mirror, containerAppArmor } = podAnnotationKeys(names);
  const judge = (key: string, how: string) => {
    if (key.startsWith(containerAppArmor)) {
      errors.push(FieldError.forbidden(path.key(key), `may not ${how} AppArmor annotations`));
    } else if (key === mirror) {
      errors.push(FieldError.forbidden(path.key(key), `may not ${how} mirror pod annotation`));
    }
  };
  for (const key in old) if (now[key] !== old[key]) judge(key, "remove or update");
  for (const key in now) if (old[key] === undefined) judge(key, "add");
}

interface Profile {
  readonly type?: string;
  readonly localhostProfile?: string;
}

/** The rules for profiles that are said by an annotation and by a field: both say the same. */
export function validateProfilesAgree(
  errors: FieldError[],
  path: FieldPath,
  annotations: Annotations | undefined,
  spec: PodSpec,
  names: Names,
): void {
  if (annotations === undefined) return;
  const keys = podAnnotationKeys(names);
  const { seccompProfile, appArmorProfile } = spec.securityContext ?? {};
  const said = annotations[keys.seccomp];
  if (seccompProfile !== undefined && said !== undefined) {
    const at = path.child("securityContext", "seccompProfile");
    validateAgreement(errors, at, seccompProfile, said, "seccomp");
  }
  validateContainers(
    errors,
    path,
    spec,
    "seccompProfile",
    undefined,
    (name) => annotations[`${keys.containerSeccomp}${name}`],
  );
  if (spec.os?.name === "windows") return;
  validateContainers(
    errors,
    path,
    spec,
    "appArmorProfile",
    appArmorProfile,
    (name) => annotations[`${keys.containerAppArmor}${name}`],
  );
}

function validateContainers(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  field: "seccompProfile" | "appArmorProfile",
  ofPod: Profile | undefined,
  saidOf: (container: string) => string | undefined,
): void {
  for (const list of CONTAINER_LISTS) {
    for (const [index, { name, securityContext }] of (spec[list] ?? []).entries()) {
      const profile = securityContext?.[field] ?? ofPod;
      if (profile === undefined) continue;
      const said = saidOf(name);
      if (said === undefined) continue;
      const at = path.child(list).index(index).child("securityContext", field);
      validateAgreement(
        errors,
        at,
        profile,
        said,
        field === "seccompProfile" ? "seccomp" : "apparmor",
      );
    }
  }
}

function validateAgreement(
  errors: FieldError[],
  path: FieldPath,
  { type, localhostProfile }: Profile,
  said: string,
  what: "seccomp" | "apparmor",
): void {
  const texts: Readonly<Record<string, readonly string[]>> = {
    Unconfined: ["unconfined"],
    RuntimeDefault: what === "seccomp"
      ? ["runtime/default", "docker/default"]
      : ["runtime/default"],
  };
  const refuse = (field: string, which: string) => {
    const why = `${what} ${which} in annotation and field must match`;
    errors.push(FieldError.forbidden(path.child(field), why));
  };
  if (type !== "Localhost") {
    if (texts[type ?? ""]?.includes(said) === false) refuse("type", "type");
  } else if (!said.startsWith(LOCAL)) refuse("type", "type");
  else if (said.slice(LOCAL.length) !== localhostProfile) refuse("localhostProfile", "profile");
}
