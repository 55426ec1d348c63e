/**
 * Pod security policies.
 *
 * @module
 */

import type {
  IDRange,
  PodSecurityPolicy,
  PodSecurityPolicySpec,
  RunAsGroupStrategyOptions,
  RuntimeClassStrategyOptions,
} from "../../../toolkit/api/policy_v1beta1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { validateDriverName } from "../volumes/persistent_volume_source.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateOverlaps, validateSysctlPatterns } from "./sysctl_patterns.ts";

const SPEC = FieldPath.of("spec");
/** Stands for all of a kind. */
const ALL = "*";
const PROC_MOUNTS = ["Default", "Unmasked"];

const USER_RULES = ["MustRunAs", "MustRunAsNonRoot", "RunAsAny"];
const GROUP_RULES = ["MustRunAs", "RunAsAny", "MayRunAs"];
const GROUPS_RULES = ["MayRunAs", "MustRunAs", "RunAsAny"];
const SELINUX_RULES = ["MustRunAs", "RunAsAny"];

const VOLUMES = [
  "*",
  "awsElasticBlockStore",
  "azureDisk",
  "azureFile",
  "cephFS",
  "cinder",
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "fc",
  "flexVolume",
  "flocker",
  "gcePersistentDisk",
  "gitRepo",
  "glusterfs",
  "hostPath",
  "iscsi",
  "nfs",
  "persistentVolumeClaim",
  "photonPersistentDisk",
  "portworxVolume",
  "projected",
  "quobyte",
  "rbd",
  "scaleIO",
  "secret",
  "storageos",
  "vsphereVolume",
];

function specOf(object: JsonObject): PodSecurityPolicySpec {
  return (object as unknown as Required<PodSecurityPolicy>).spec;
}

function rule(
  name: string,
  field: "seLinux" | "runAsUser" | "fsGroup" | "supplementalGroups",
  description: string,
): Column {
  return { name, description, cell: (object) => specOf(object)[field].rule ?? "" };
}

/**
 * The rules for pod security policies, of the old version of the group only. That version is off
 * unless it is switched on.
 */
export const podSecurityPolicyRules: KindRules = {
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Priv",
      description: "Whether containers may run as privileged",
      cell: (object) => String(specOf(object).privileged ?? false),
    },
    {
      name: "Caps",
      description: "The capabilities that containers may add",
      cell: (object) => (specOf(object).allowedCapabilities ?? []).join(","),
    },
    rule("SELinux", "seLinux", "The strategy for SELinux labels"),
    rule("RunAsUser", "runAsUser", "The strategy for user IDs"),
    rule("FsGroup", "fsGroup", "The strategy for the group that owns volumes"),
    rule("SupGroup", "supplementalGroups", "The strategy for supplemental groups"),
    {
      name: "ReadOnlyRootFs",
      description: "Whether containers must have a read-only root file system",
      cell: (object) => String(specOf(object).readOnlyRootFilesystem ?? false),
    },
    {
      name: "Volumes",
      description: "The volume types that are allowed",
      cell: (object) => (specOf(object).volumes ?? []).join(","),
    },
  ),
  setDefaults(object) {
    // Policies that are older than the field allow what was allowed then.
    specOf(object).allowPrivilegeEscalation ??= true;
  },
  validate,
  validateUpdate: validate,
};

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const spec = specOf(object);
  const { runAsUser, runAsGroup, seLinux, supplementalGroups, fsGroup } = spec;
  validateRule(errors, SPEC.child("runAsUser"), runAsUser, USER_RULES);
  if (runAsGroup !== undefined) validateGroup(errors, SPEC.child("runAsGroup"), runAsGroup);
  validateChoice(errors, SPEC.child("seLinux", "rule"), seLinux.rule, SELINUX_RULES);
  validateRule(errors, SPEC.child("supplementalGroups"), supplementalGroups, GROUPS_RULES);
  validateRule(errors, SPEC.child("fsGroup"), fsGroup, GROUPS_RULES);
  for (const type of spec.volumes ?? []) {
    validateChoice(errors, SPEC.child("volumes"), type, VOLUMES);
  }
  validateCapabilities(errors, spec);
  if (spec.defaultAllowPrivilegeEscalation && !spec.allowPrivilegeEscalation) {
    const why = "Cannot set DefaultAllowPrivilegeEscalation to true without also setting " +
      "AllowPrivilegeEscalation to true";
    errors.push(FieldError.invalid(SPEC.child("defaultAllowPrivilegeEscalation"), true, why));
  }
  for (const [index, type] of (spec.allowedProcMountTypes ?? []).entries()) {
    validateChoice(errors, SPEC.child("allowedProcMountTypes").index(index), type, PROC_MOUNTS);
  }
  validateVolumes(errors, spec);
  const unsafe = { path: SPEC.child("allowedUnsafeSysctls"), list: spec.allowedUnsafeSysctls };
  const forbidden = { path: SPEC.child("forbiddenSysctls"), list: spec.forbiddenSysctls };
  validateSysctlPatterns(errors, unsafe);
  validateSysctlPatterns(errors, forbidden);
  validateOverlaps(errors, unsafe, forbidden);
  if (spec.runtimeClass !== undefined) validateRuntimeClass(errors, spec.runtimeClass);
  return errors;
}

function validateRule(
  errors: FieldError[],
  path: FieldPath,
  options: { readonly rule?: string; readonly ranges?: readonly IDRange[] },
  rules: readonly string[],
): void {
  validateChoice(errors, path.child("rule"), options.rule ?? "", rules);
  validateRanges(errors, path, options.ranges);
}

function validateGroup(
  errors: FieldError[],
  path: FieldPath,
  { rule, ranges = [] }: RunAsGroupStrategyOptions,
): void {
  const at = path.child("ranges");
  if (rule === "RunAsAny") {
    if (ranges.length > 0) errors.push(FieldError.invalid(at, ranges, "Ranges must be empty"));
  } else if (rule === "MustRunAs" || rule === "MayRunAs") {
    if (ranges.length === 0) {
      errors.push(FieldError.invalid(at, ranges, "must provide at least one range"));
    }
    validateRanges(errors, path, ranges);
  } else errors.push(FieldError.notSupported(path.child("rule"), rule, GROUP_RULES));
}

function validateRanges(
  errors: FieldError[],
  path: FieldPath,
  ranges: readonly IDRange[] = [],
): void {
  for (const [index, { min, max }] of ranges.entries()) {
    const at = path.child("ranges").index(index);
    if (min < 0) errors.push(FieldError.invalid(at.child("min"), min, "min cannot be negative"));
    if (max < 0) errors.push(FieldError.invalid(at.child("max"), max, "max cannot be negative"));
    if (min > max) {
      errors.push(FieldError.invalid(at.child("min"), min, "min cannot be greater than max"));
    }
  }
}

function validateCapabilities(errors: FieldError[], spec: PodSecurityPolicySpec): void {
  const { requiredDropCapabilities: drops = [], allowedCapabilities = [] } = spec;
  if (drops.length > 0 && allowedCapabilities.includes(ALL)) {
    const why = "must be empty when all capabilities are allowed by a wildcard";
    errors.push(FieldError.invalid(FieldPath.of("requiredDropCapabilities"), drops, why));
  }
  const dropped = new Set(drops);
  for (const field of ["defaultAddCapabilities", "allowedCapabilities"] as const) {
    for (const capability of spec[field] ?? []) {
      if (!dropped.has(capability)) continue;
      const why = `capability is listed in ${field} and requiredDropCapabilities`;
      errors.push(FieldError.invalid(FieldPath.of(field), capability, why));
    }
  }
}

function validateVolumes(errors: FieldError[], spec: PodSecurityPolicySpec): void {
  const { allowedHostPaths = [], allowedFlexVolumes = [], allowedCSIDrivers = [] } = spec;
  for (const [index, { pathPrefix }] of allowedHostPaths.entries()) {
    const at = SPEC.child("allowedHostPaths").index(index);
    if (!pathPrefix) errors.push(FieldError.required(at, "is required"));
    else if (pathPrefix.split("/").includes("..")) {
      errors.push(FieldError.invalid(at, pathPrefix, "must not contain '..'"));
    }
  }
  for (const [index, { driver }] of allowedFlexVolumes.entries()) {
    if (driver !== "") continue;
    const at = SPEC.child("allowedFlexVolumes").index(index);
    errors.push(FieldError.required(at.child("driver"), "must specify a driver"));
  }
  for (const [index, { name }] of allowedCSIDrivers.entries()) {
    validateDriverName(errors, SPEC.child("allowedCSIDrivers").index(index).child("name"), name);
  }
}

function validateRuntimeClass(
  errors: FieldError[],
  { allowedRuntimeClassNames: names, defaultRuntimeClassName: standard }:
    RuntimeClassStrategyOptions,
): void {
  const path = SPEC.child("runtimeClass");
  const at = path.child("allowedRuntimeClassNames");
  const allowed = new Set<string>();
  for (const [index, name] of (names ?? []).entries()) {
    if (name !== ALL) addInvalid(errors, at.index(index), name, checkDns1123Subdomain(name));
    if (allowed.has(name)) errors.push(FieldError.duplicate(at.index(index), name));
    allowed.add(name);
  }
  if (standard !== undefined) {
    const place = path.child("defaultRuntimeClassName");
    addInvalid(errors, place, standard, checkDns1123Subdomain(standard));
    if (!allowed.has(standard) && !allowed.has(ALL)) {
      errors.push(FieldError.required(at, `default ${quoteText(standard)} must be allowed`));
    }
  }
  if (allowed.has(ALL) && names.length > 1) {
    const why = "if '*' is present, must not specify other RuntimeClass names";
    errors.push(FieldError.invalid(at, names, why));
  }
}
