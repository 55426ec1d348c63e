/**
 * What the operating system of a pod's nodes knows nothing of.
 *
 * @module
 */

import type { PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { validateChoice } from "../../validation/choices.ts";
import { CONTAINER_LISTS } from "../container_lists.ts";

/** What says nothing on Windows of a pod: fields of its own, or of its security context. */
const POD_NOT_ON_WINDOWS: readonly (readonly [place: "pod" | "context", field: string])[] = [
  ["context", "appArmorProfile"],
  ["context", "seLinuxOptions"],
  ["pod", "hostUsers"],
  ["pod", "hostPID"],
  ["pod", "hostIPC"],
  ["context", "seccompProfile"],
  ["context", "fsGroup"],
  ["context", "fsGroupChangePolicy"],
  ["context", "sysctls"],
  ["pod", "shareProcessNamespace"],
  ["context", "runAsUser"],
  ["context", "runAsGroup"],
  ["context", "supplementalGroups"],
  ["context", "supplementalGroupsPolicy"],
  ["context", "seLinuxChangePolicy"],
];

/** Fields of a container's security context that say nothing there. */
const CONTAINER_NOT_ON_WINDOWS = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
];

/** Of these, no is as good as nothing said. */
const MAY_BE_FALSE = new Set(["hostPID", "hostIPC"]);

/** The rules for a pod that says which operating system it is for. */
export function validateOs(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  const name = spec.os?.name ?? "";
  const at = path.child("os");
  if (!name) return void errors.push(FieldError.required(at.child("name")));
  validateChoice(errors, at, name, ["linux", "windows"]);
  if (name === "linux") validateLinux(errors, path, spec);
  else if (name === "windows") validateWindows(errors, path, spec);
}

function validateLinux(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  const why = "windows options cannot be set for a linux pod";
  const refuse = (context: PodSpec["securityContext"], where: FieldPath) => {
    if (context?.windowsOptions === undefined) return;
    errors.push(FieldError.forbidden(where.child("securityContext", "windowsOptions"), why));
  };
  refuse(spec.securityContext, path);
  for (const list of CONTAINER_LISTS) {
    for (const [index, { securityContext }] of (spec[list] ?? []).entries()) {
      refuse(securityContext, path.child(list).index(index));
    }
  }
}

function validateWindows(errors: FieldError[], path: FieldPath, spec: PodSpec): void {
  const why = "cannot be set for a windows pod";
  const context = (spec.securityContext ?? {}) as Record<string, unknown>;
  for (const [place, field] of POD_NOT_ON_WINDOWS) {
    const isPods = place === "pod";
    const value = isPods ? spec[field as keyof PodSpec] : context[field];
    if (value === undefined || (value === false && MAY_BE_FALSE.has(field))) continue;
    // None at all were said nothing of.
    if (field === "sysctls" && (value as unknown[]).length === 0) continue;
    const at = isPods ? path : path.child("securityContext");
    errors.push(FieldError.forbidden(at.child(field), why));
  }
  for (const list of CONTAINER_LISTS) {
    for (const [index, { securityContext }] of (spec[list] ?? []).entries()) {
      if (securityContext === undefined) continue;
      const at = path.child(list).index(index).child("securityContext");
      for (const field of CONTAINER_NOT_ON_WINDOWS) {
        if ((securityContext as Record<string, unknown>)[field] === undefined) continue;
        errors.push(FieldError.forbidden(at.child(field), why));
      }
    }
  }
}
