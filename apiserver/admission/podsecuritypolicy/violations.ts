/**
 * In what a pod is beyond a policy.
 *
 * @module
 */

import type {
  Container,
  EphemeralContainer,
  Pod,
  PodSecurityContext,
  SecurityContext,
  SELinuxOptions,
} from "../../../toolkit/api/core_v1.ts";
import type { Int64 } from "../../../toolkit/api/scalars.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { type PodAnnotationKeys, podAnnotationKeys } from "../../kinds/pod/annotations.ts";
import { CONTAINER_LISTS } from "../../kinds/pod/container_lists.ts";
import { type IdRule, isInRanges, printRanges } from "./identities.ts";
import type { Policy } from "./policy.ts";
import {
  appArmorOfContainer,
  type ProfileRule,
  seccompOfContainer,
  seccompOfPod,
} from "./profiles.ts";
import { findVolumes } from "./volumes.ts";

const CONTEXT = FieldPath.of("spec", "securityContext");
const ANNOTATIONS = FieldPath.of("pod", "metadata", "annotations");
const SYSCTLS = FieldPath.of("pod", "spec", "securityContext", "sysctls");

/** Finds everything in which a pod, with all that the policy fills in, is beyond the policy. */
export function violations(pod: Pod, policy: Policy, names: Names): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = { containers: [] } } = pod;
  const context = spec.securityContext;
  const keys = podAnnotationKeys(names);
  const groups = context?.fsGroup === undefined ? [] : [context.fsGroup];
  findGroups(errors, CONTEXT.child("fsGroup"), groups, policy.fsGroup);
  findGroups(
    errors,
    CONTEXT.child("supplementalGroups"),
    context?.supplementalGroups ?? [],
    policy.supplementalGroups,
  );
  findSeccomp(errors, ANNOTATIONS.key(keys.seccomp), seccompOfPod(pod), policy.seccomp);
  findSELinux(errors, CONTEXT, context?.seLinuxOptions, policy);
  for (
    const [field, what] of [
      ["hostNetwork", "network"],
      ["hostPID", "PID"],
      ["hostIPC", "IPC"],
    ] as const
  ) {
    if (!spec[field] || policy.spec[field]) continue;
    const why = `Host ${what} is not allowed to be used`;
    errors.push(FieldError.invalid(CONTEXT.child(field), true, why));
  }
  findSysctls(errors, context, policy);
  findVolumes(errors, spec, policy, names);
  findRuntimeClass(errors, spec.runtimeClassName, policy);
  for (const list of CONTAINER_LISTS) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      findInContainer(
        errors,
        FieldPath.of("spec", list).index(index),
        pod,
        container,
        policy,
        keys,
      );
    }
  }
  return errors;
}

/** Finds groups that are not allowed; where a rule has a standard, there has to be one. */
function findGroups(
  errors: FieldError[],
  path: FieldPath,
  groups: readonly Int64[],
  { ranges, standard }: IdRule,
): void {
  if (groups.length === 0 && standard !== undefined) {
    const why = "unable to validate empty groups against required ranges";
    errors.push(FieldError.invalid(path, groups, why));
  }
  if (ranges === undefined) return;
  for (const group of groups) {
    if (isInRanges(group, ranges)) continue;
    const why = `group ${group} must be in the ranges: ${printRanges(ranges)}`;
    errors.push(FieldError.invalid(path, groups, why));
  }
}

function findSeccomp(
  errors: FieldError[],
  path: FieldPath,
  profile: string,
  { allowed = new Set(), allowsAny, shown }: ProfileRule,
): void {
  if (allowsAny || allowed.has(profile)) return;
  if (allowed.size === 0) {
    if (profile !== "") errors.push(FieldError.forbidden(path, "seccomp may not be set"));
    return;
  }
  const why = `${profile} is not an allowed seccomp profile. Valid values are ${shown}`;
  errors.push(FieldError.forbidden(path, why));
}

function findAppArmor(
  errors: FieldError[],
  path: FieldPath,
  profile: string,
  { allowed, shown }: ProfileRule,
): void {
  if (allowed === undefined || allowed.has(profile)) return;
  const why = profile === ""
    ? "AppArmor profile must be set"
    : `${profile} is not an allowed profile. Allowed values: ${quoteText(shown)}`;
  errors.push(FieldError.forbidden(path, why));
}

function findSELinux(
  errors: FieldError[],
  path: FieldPath,
  options: SELinuxOptions | undefined,
  { seLinux: wanted }: Policy,
): void {
  if (wanted === undefined) return;
  const at = path.child("seLinuxOptions");
  if (options === undefined) return void errors.push(FieldError.required(at));
  for (const field of ["level", "role", "type", "user"] as const) {
    const [value, expected] = [options[field] ?? "", wanted[field] ?? ""];
    if (value === expected || field === "level" && isSameLevel(value, expected)) continue;
    errors.push(FieldError.invalid(at.child(field), value, `must be ${expected}`));
  }
}

/** Levels that name the same categories are the same, in whatever order they name them. */
function isSameLevel(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((level) => {
    const colon = level.indexOf(":");
    if (colon < 0) return undefined;
    return `${level.slice(0, colon)}:${level.slice(colon + 1).split(",").sort()}`;
  });
  return ours !== undefined && ours === theirs;
}

/** Parameters of the kernel that no policy has to allow. */
const SAFE_SYSCTLS: ReadonlySet<string> = new Set([
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
]);

function findSysctls(
  errors: FieldError[],
  context: PodSecurityContext | undefined,
  { spec: { forbiddenSysctls = [], allowedUnsafeSysctls = [] } }: Policy,
): void {
  for (const [index, { name }] of (context?.sysctls ?? []).entries()) {
    const fits = (pattern: string) =>
      pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
    const refuse = (what: string) => {
      const why = `${what} ${quoteText(name)} is not allowed`;
      errors.push(FieldError.forbidden(SYSCTLS.index(index), why));
    };
    if (forbiddenSysctls.some(fits)) refuse("sysctl");
    else if (!SAFE_SYSCTLS.has(name) && !allowedUnsafeSysctls.some(fits)) refuse("unsafe sysctl");
  }
}

function findRuntimeClass(
  errors: FieldError[],
  name: string | undefined,
  { spec: { runtimeClass } }: Policy,
): void {
  if (name === undefined || runtimeClass === undefined) return;
  const allowed = runtimeClass.allowedRuntimeClassNames ?? [];
  if (allowed.includes("*") || allowed.includes(name)) return;
  errors.push(FieldError.invalid(FieldPath.of("spec", "runtimeClassName"), name, ""));
}

function findInContainer(
  errors: FieldError[],
  path: FieldPath,
  pod: Pod,
  container: Container | EphemeralContainer,
  policy: Policy,
  keys: PodAnnotationKeys,
): void {
  const at = path.child("securityContext");
  const own: SecurityContext = container.securityContext ?? {};
  const ofPod: PodSecurityContext = pod.spec?.securityContext ?? {};
  findUser(errors, at, own, ofPod, policy);
  const group = own.runAsGroup ?? ofPod.runAsGroup;
  findGroups(errors, at, group === undefined ? [] : [group], policy.group);
  findSELinux(errors, at, own.seLinuxOptions ?? ofPod.seLinuxOptions, policy);
  const { name } = container;
  findAppArmor(
    errors,
    ANNOTATIONS.key(`${keys.containerAppArmor}${name}`),
    appArmorOfContainer(pod, container, keys),
    policy.appArmor,
  );
  findSeccomp(
    errors,
    ANNOTATIONS.key(`${keys.containerSeccomp}${name}`),
    seccompOfContainer(pod, container),
    policy.seccomp,
  );
  if (own.privileged && !policy.spec.privileged) {
    const why = "Privileged containers are not allowed";
    errors.push(FieldError.invalid(at.child("privileged"), true, why));
  }
  const { procMount = "Default" } = own;
  const { allowedProcMountTypes: types = [] } = policy.spec;
  if (!(types.length === 0 ? ["Default"] : types).includes(procMount)) {
    const why = "ProcMountType is not allowed";
    errors.push(FieldError.invalid(at.child("procMount"), procMount, why));
  }
  findCapabilities(errors, at.child("capabilities"), own, policy);
  findHostPorts(errors, path, container, policy);
  findPrivileges(errors, at, own, policy);
}

function findUser(
  errors: FieldError[],
  at: FieldPath,
  own: SecurityContext,
  ofPod: PodSecurityContext,
  { user: { ranges }, isNonRoot }: Policy,
): void {
  const user = own.runAsUser ?? ofPod.runAsUser;
  if (ranges !== undefined) {
    if (user === undefined) errors.push(FieldError.required(at.child("runAsUser")));
    else if (!isInRanges(user, ranges)) {
      const why = `must be in the ranges: ${printRanges(ranges)}`;
      errors.push(FieldError.invalid(at.child("runAsUser"), user, why));
    }
  }
  if (!isNonRoot) return;
  const nonRoot = own.runAsNonRoot ?? ofPod.runAsNonRoot;
  if (nonRoot === undefined && user === undefined) {
    errors.push(FieldError.required(at.child("runAsNonRoot"), "must be true"));
  } else if (nonRoot === false) {
    errors.push(FieldError.invalid(at.child("runAsNonRoot"), false, "must be true"));
  } else if (user !== undefined && Number(user) === 0) {
    const why = "running with the root UID is forbidden";
    errors.push(FieldError.invalid(at.child("runAsUser"), 0, why));
  }
}

function findCapabilities(
  errors: FieldError[],
  at: FieldPath,
  { capabilities }: SecurityContext,
  { spec }: Policy,
): void {
  const { defaultAddCapabilities: standard = [], requiredDropCapabilities: drop = [] } = spec;
  const { allowedCapabilities: allowed = [] } = spec;
  if (capabilities === undefined) {
    if (standard.length === 0 && drop.length === 0) return;
    const why = "required capabilities are not set on the securityContext";
    return void errors.push(FieldError.invalid(at, null, why));
  }
  if (allowed.includes("*")) return;
  for (const added of capabilities.add ?? []) {
    if (standard.includes(added) || allowed.includes(added)) continue;
    errors.push(FieldError.invalid(at.child("add"), added, "capability may not be added"));
  }
  for (const wanted of drop) {
    if (capabilities.drop?.includes(wanted)) continue;
    const why = `${wanted} is required to be dropped but was not found`;
    errors.push(FieldError.invalid(at.child("drop"), capabilities.drop ?? [], why));
  }
}

function findHostPorts(
  errors: FieldError[],
  path: FieldPath,
  { ports = [] }: Container | EphemeralContainer,
  { spec: { hostPorts = [] } }: Policy,
): void {
  for (const { hostPort } of ports) {
    if (!hostPort || hostPorts.some(({ min, max }) => hostPort >= min && hostPort <= max)) continue;
    const shown = hostPorts.map(({ min, max }) => min === max ? `${min}` : `${min}-${max}`);
    const why = `Host port ${hostPort} is not allowed to be used. Allowed ports: [${shown}]`;
    errors.push(FieldError.invalid(path.child("hostPort"), hostPort, why));
  }
}

function findPrivileges(
  errors: FieldError[],
  at: FieldPath,
  { readOnlyRootFilesystem: readOnly, allowPrivilegeEscalation: escalates }: SecurityContext,
  { spec }: Policy,
): void {
  if (spec.readOnlyRootFilesystem && readOnly !== true) {
    const why = readOnly === undefined
      ? "ReadOnlyRootFilesystem may not be nil and must be set to true"
      : "ReadOnlyRootFilesystem must be set to true";
    errors.push(FieldError.invalid(at.child("readOnlyRootFilesystem"), readOnly ?? null, why));
  }
  if (spec.allowPrivilegeEscalation === false && escalates !== false) {
    const why = "Allowing privilege escalation for containers is not allowed";
    errors.push(FieldError.invalid(at.child("allowPrivilegeEscalation"), escalates ?? null, why));
  }
}
