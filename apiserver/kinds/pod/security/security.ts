/**
 * What containers may do and as whom: security contexts of containers and of whole pods.
 *
 * @module
 */

import type {
  AppArmorProfile,
  PodSecurityContext,
  PodSpec,
  SeccompProfile,
  SecurityContext,
  Sysctl,
} from "../../../../toolkit/api/core_v1.ts";
import type { Int64 } from "../../../../toolkit/api/scalars.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkUserId, isLongerThan } from "../../../../toolkit/validation/mod.ts";
import { validateChoice } from "../../validation/choices.ts";
import { validateDescendingPath } from "../../validation/paths.ts";
import { validateWindowsOptions } from "./windows.ts";

const PROFILES = ["Localhost", "RuntimeDefault", "Unconfined"];
const PROFILE_LIMIT_BYTES = 4095;
const SYSCTL_LIMIT = 253;
const SYSCTL_PART = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const SYSCTL = `(${SYSCTL_PART}[\\./])*${SYSCTL_PART}`;
const SYSCTL_PATTERN = new RegExp(`^${SYSCTL}$`);

/** The rules for a container's security context. */
export function validateSecurityContext(
  errors: FieldError[],
  path: FieldPath,
  context: SecurityContext,
  hostUsers: boolean,
): void {
  const { procMount, allowPrivilegeEscalation, privileged, capabilities } = context;
  validateIds(errors, path, context, ["runAsUser", "runAsGroup"]);
  if (procMount !== undefined) {
    validateChoice(errors, path.child("procMount"), procMount, ["Default", "Unmasked"]);
    if (procMount === "Unmasked" && hostUsers) {
      const why = "`hostUsers` must be false to use `Unmasked`";
      errors.push(FieldError.invalid(path.child("procMount"), procMount, why));
    }
  }
  validateSeccomp(errors, path.child("seccompProfile"), context.seccompProfile);
  if (allowPrivilegeEscalation === false) {
    const refuse = (what: string) => {
      const why = `cannot set \`allowPrivilegeEscalation\` to false and ${what}`;
      errors.push(FieldError.invalid(path, context, why));
    };
    if (privileged) refuse("`privileged` to true");
    if (capabilities?.add?.includes("CAP_SYS_ADMIN")) refuse("`capabilities.Add` CAP_SYS_ADMIN");
  }
  validateWindowsOptions(errors, path.child("windowsOptions"), context.windowsOptions);
  validateAppArmor(errors, path.child("appArmorProfile"), context.appArmorProfile);
}

function validateIds<K extends string>(
  errors: FieldError[],
  path: FieldPath,
  object: { readonly [F in K]?: Int64 },
  fields: readonly K[],
): void {
  for (const field of fields) {
    const id = object[field];
    if (id !== undefined) addInvalid(errors, path.child(field), id, checkUserId(Number(id)));
  }
}

/** The rules for the security context of a pod. */
export function validatePodSecurityContext(
  errors: FieldError[],
  path: FieldPath,
  context: PodSecurityContext,
  spec: PodSpec,
): void {
  validateIds(errors, path, context, ["fsGroup", "runAsUser", "runAsGroup"]);
  for (const [index, group] of (context.supplementalGroups ?? []).entries()) {
    const at = path.child("supplementalGroups").index(index);
    addInvalid(errors, at, group, checkUserId(Number(group)));
  }
  if (spec.shareProcessNamespace && spec.hostPID) {
    const why = "ShareProcessNamespace and HostPID cannot both be enabled";
    errors.push(FieldError.invalid(path.child("shareProcessNamespace"), true, why));
  }
  if (context.sysctls !== undefined) {
    validateSysctls(errors, path.child("sysctls"), context.sysctls, spec);
  }
  const choose = (field: "fsGroupChangePolicy" | "supplementalGroupsPolicy", ...all: string[]) =>
    validateChoice(errors, path.child(field), context[field], all);
  choose("fsGroupChangePolicy", "Always", "OnRootMismatch");
  validateSeccomp(errors, path.child("seccompProfile"), context.seccompProfile);
  validateWindowsOptions(errors, path.child("windowsOptions"), context.windowsOptions);
  validateAppArmor(errors, path.child("appArmorProfile"), context.appArmorProfile);
  choose("supplementalGroupsPolicy", "Merge", "Strict");
  // Another is a feature that is off.
  const { seLinuxChangePolicy: policy } = context;
  validateChoice(errors, path.child("seLinuxChangePolicy"), policy, ["Recursive"]);
}

/** The kernel's settings of how processes talk to one another, which each of their groups has. */
const OF_PROCESSES =
  /^(?:kernel\.(?:sem|shm(?:all|max|mni|_rmid_forced)?|msg(?:max|mnb|mni)?)$|fs\.mqueue\.)/;

/** A setting's name with dots between its parts; those with slashes have dots within. */
function withDots(name: string): string {
  if (/[./]/.exec(name)?.[0] !== "/") return name;
  return name.replaceAll(/[./]/g, (sign) => sign === "." ? "/" : ".");
}

function validateSysctls(
  errors: FieldError[],
  path: FieldPath,
  sysctls: readonly Sysctl[],
  { hostNetwork, hostIPC }: PodSpec,
): void {
  const seen = new Set<string>();
  for (const [index, { name }] of sysctls.entries()) {
    const at = path.index(index).child("name");
    if (!name) errors.push(FieldError.required(at));
    else if (name.length > SYSCTL_LIMIT || !SYSCTL_PATTERN.test(name)) {
      const why = `must have at most ${SYSCTL_LIMIT} characters and match regex ^${SYSCTL}$`;
      errors.push(FieldError.invalid(at, name, why));
    } else if (seen.has(name)) errors.push(FieldError.duplicate(at, name));
    seen.add(name);
    const dotted = withDots(name);
    if (hostNetwork && dotted.startsWith("net.")) {
      const why = "may not be specified when 'hostNetwork' is true";
      errors.push(FieldError.invalid(at, name, why));
    }
    if (hostIPC && OF_PROCESSES.test(dotted)) {
      const why = "may not be specified when 'hostIPC' is true";
      errors.push(FieldError.invalid(at, name, why));
    }
  }
}

function validateSeccomp(
  errors: FieldError[],
  path: FieldPath,
  profile: SeccompProfile | undefined,
): void {
  if (profile === undefined) return;
  const { type, localhostProfile } = profile;
  const at = path.child("localhostProfile");
  if (!type) {
    const why = "type is required when seccompProfile is set";
    errors.push(FieldError.required(path.child("type"), why));
  } else validateChoice(errors, path.child("type"), type, PROFILES);
  if (type !== "Localhost") {
    if (localhostProfile !== undefined) {
      const why = "can only be set when seccomp type is Localhost";
      errors.push(FieldError.invalid(at, profile, why));
    }
  } else if (localhostProfile === undefined) {
    errors.push(FieldError.required(at, "must be set when seccomp type is Localhost"));
  } else validateDescendingPath(errors, at, localhostProfile);
}

/** The rules for a profile of AppArmor. */
export function validateAppArmor(
  errors: FieldError[],
  path: FieldPath,
  profile: AppArmorProfile | undefined,
): void {
  if (profile === undefined) return;
  const { type, localhostProfile } = profile;
  const at = path.child("localhostProfile");
  if (!type) {
    const why = "type is required when appArmorProfile is set";
    errors.push(FieldError.required(path.child("type"), why));
  } else if (!PROFILES.includes(type)) {
    errors.push(FieldError.notSupported(path.child("type"), type, PROFILES));
  } else if (type !== "Localhost") {
    if (localhostProfile === undefined) return;
    const why = "can only be set when AppArmor type is Localhost";
    errors.push(FieldError.invalid(at, localhostProfile, why));
  } else validateLocalProfile(errors, at, localhostProfile);
}

function validateLocalProfile(
  errors: FieldError[],
  path: FieldPath,
  profile: string | undefined,
): void {
  const name = profile?.trim() ?? "";
  if (profile !== undefined && name !== profile) {
    errors.push(FieldError.invalid(path, profile, "must not be padded with whitespace"));
  } else if (name === "") {
    errors.push(FieldError.required(path, "must be set when AppArmor type is Localhost"));
  }
  if (profile !== undefined && isLongerThan(profile, PROFILE_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(path, PROFILE_LIMIT_BYTES));
  }
}
