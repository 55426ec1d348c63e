/**
 * Where containers see volumes, as folders or as devices.
 *
 * @module
 */

import type { Container, VolumeDevice, VolumeMount } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { validateChoice } from "../../validation/choices.ts";
import { validateDescendingPath } from "../../validation/paths.ts";
import type { PodContext } from "../context.ts";

const PROPAGATIONS = ["Bidirectional", "HostToContainer", "None"];
const RECURSIONS = ["Disabled", "Enabled", "IfPossible"];
/** What most containers have of devices. */
const NONE: ReadonlySet<string> = new Set();

/**
 * The rules for a container's mounts. Where the paths of errors have no index, the reference's have
 * none, and clients compare them.
 */
export function validateMounts(
  errors: FieldError[],
  path: FieldPath,
  container: Container,
  mounts: readonly VolumeMount[],
  { volumes }: PodContext,
): void {
  const devices = container.volumeDevices ?? [];
  const hasDevices = devices.length > 0;
  const deviceNames = hasDevices ? new Set(devices.map(({ name }) => name)) : NONE;
  const devicePaths = hasDevices
    ? lastPaths(devices.map(({ name, devicePath }) => [name, devicePath]))
    : NONE;
  const seen = new Set<string>();
  for (const [index, mount] of mounts.entries()) {
    const { name, mountPath, subPath, subPathExpr } = mount;
    const at = path.index(index);
    if (!name) errors.push(FieldError.required(at.child("name")));
    if (!volumes.has(name)) errors.push(FieldError.notFound(at.child("name"), name));
    if (!mountPath) errors.push(FieldError.required(at.child("mountPath")));
    const refuse = (field: string, value: string, why: string) =>
      errors.push(FieldError.invalid(at.child(field), value, why));
    if (seen.has(mountPath)) refuse("mountPath", mountPath, "must be unique");
    seen.add(mountPath);
    if (deviceNames.has(name)) {
      refuse("name", name, "must not already exist in volumeDevices");
    }
    if (devicePaths.has(mountPath)) {
      refuse("mountPath", mountPath, "must not already exist as a path in volumeDevices");
    }
    if (subPath) validateDescendingPath(errors, path.child("subPath"), subPath);
    if (subPathExpr) {
      if (subPath) {
        refuse("subPathExpr", subPathExpr, "subPathExpr and subPath are mutually exclusive");
      }
      validateDescendingPath(errors, path.child("subPathExpr"), subPathExpr);
    }
    validatePropagation(errors, path, mount, container);
    validateRecursion(errors, path, mount);
  }
}

function validatePropagation(
  errors: FieldError[],
  path: FieldPath,
  { mountPropagation }: VolumeMount,
  { securityContext }: Container,
): void {
  const at = path.child("mountPropagation");
  validateChoice(errors, at, mountPropagation, PROPAGATIONS);
  if (mountPropagation === "Bidirectional" && securityContext?.privileged !== true) {
    const why = "Bidirectional mount propagation is available only to privileged containers";
    errors.push(FieldError.forbidden(at, why));
  }
}

function validateRecursion(
  errors: FieldError[],
  path: FieldPath,
  { recursiveReadOnly, readOnly, mountPropagation }: VolumeMount,
): void {
  const at = path.child("recursiveReadOnly");
  validateChoice(errors, at, recursiveReadOnly, RECURSIONS);
  if (recursiveReadOnly !== "Enabled" && recursiveReadOnly !== "IfPossible") return;
  if (!readOnly) {
    errors.push(FieldError.forbidden(at, "may only be specified when readOnly is true"));
  }
  if (mountPropagation !== undefined && mountPropagation !== "None") {
    const why = "may only be specified when mountPropagation is None or not specified";
    errors.push(FieldError.forbidden(at, why));
  }
}

/** The rules for volumes that a container sees as devices. */
export function validateDevices(
  errors: FieldError[],
  path: FieldPath,
  { volumeMounts = [] }: Container,
  devices: readonly VolumeDevice[],
  { volumes }: PodContext,
): void {
  const mountNames = new Set(volumeMounts.map(({ name }) => name));
  const mountPaths = lastPaths(volumeMounts.map(({ name, mountPath }) => [name, mountPath]));
  const names = new Set<string>();
  const paths = new Set<string>();
  for (const [index, { name, devicePath }] of devices.entries()) {
    const at = path.index(index);
    const refuse = (field: string, value: string, why: string) =>
      errors.push(FieldError.invalid(at.child(field), value, why));
    if (!name) errors.push(FieldError.required(at.child("name")));
    if (names.has(name)) refuse("name", name, "must be unique");
    const volume = volumes.get(name);
    if (volume === undefined) errors.push(FieldError.notFound(at.child("name"), name));
    else if (volume.persistentVolumeClaim === undefined && volume.ephemeral === undefined) {
      const why =
        "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
      refuse("name", name, why);
    }
    if (!devicePath) errors.push(FieldError.required(at.child("devicePath")));
    if (paths.has(devicePath)) refuse("devicePath", devicePath, "must be unique");
    if (devicePath?.split("/").includes("..")) {
      refuse("devicePath", devicePath, "can not contain backsteps ('..')");
    } else paths.add(devicePath);
    if (mountNames.has(name)) {
      refuse("name", name, "must not already exist in volumeMounts");
    }
    if (mountPaths.has(devicePath)) {
      refuse("devicePath", devicePath, "must not already exist as a path in volumeMounts");
    }
    if (name) names.add(name);
  }
}

/** Where volumes are: of one that stands in several places the last of them. */
function lastPaths(places: readonly (readonly [name: string, path: string])[]): Set<string> {
  return new Set(new Map(places).values());
}
