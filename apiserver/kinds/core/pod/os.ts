/**
 * What the operating system of a pod's nodes knows nothing of.
 *
 * @module
 */

import type { PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { validateChoice } from "../../rules/choices.ts";

/** Fields of security contexts, of pods or containers, that say nothing on Windows. */
const NOT_ON_WINDOWS = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "fsGroup",
  "fsGroupChangePolicy",
  "sysctls",
  "runAsUser",
  "runAsGroup",
  "supplementalGroups",
  "supplementalGroupsPolicy",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
];
/** What a pod can't share there. */
const SHARED = ["hostPID", "hostIPC", "shareProcessNamespace"] as const;
const NOT_ON_LINUX = ["windowsOptions"];

/** The rules for a pod that says which operating system it is for. */
export function validateOs(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  const name = spec.os?.name ?? "";
  const at = path.child("os");
  if (!name) return void errors.push(FieldError.required(at.child("name"), "cannot be empty"));
  const before = errors.length;
  validateChoice(errors, at, name, ["linux", "windows"]);
  if (errors.length > before) return;
  const windows = name === "windows";
  const why = windows
    ? "cannot be set for a windows pod"
    : "windows options cannot be set for a linux pod";
  if (windows) {
    for (const field of SHARED) {
      if (spec[field]) errors.push(FieldError.forbidden(path.child(field), why));
    }
    for (const field of ["hostUsers", "resources"] as const) {
      if (spec[field] !== undefined) errors.push(FieldError.forbidden(path.child(field), why));
    }
  }
  const refuse = (context: object | undefined, where: FieldPath) => {
    for (const field of windows ? NOT_ON_WINDOWS : NOT_ON_LINUX) {
      if ((context as Record<string, unknown> | undefined)?.[field] === undefined) continue;
      errors.push(FieldError.forbidden(where.child("securityContext").child(field), why));
    }
  };
  refuse(spec.securityContext, path);
  for (const list of ["containers", "initContainers", "ephemeralContainers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      refuse(container.securityContext, path.child(list).index(index));
    }
  }
}
