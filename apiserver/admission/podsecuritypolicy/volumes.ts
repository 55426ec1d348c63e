/**
 * Which volumes a policy allows.
 *
 * @module
 */

import type { PodSpec, ProjectedVolumeSource, Volume } from "../../../toolkit/api/core_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { CONTAINER_LISTS } from "../../kinds/pod/container_lists.ts";
import type { Policy } from "./policy.ts";

const VOLUMES = FieldPath.of("spec", "volumes");
/** Stands for all types. */
const ALL = "*";
/** What policies call types that volumes call otherwise. */
const CALLED: Readonly<Record<string, string>> = { cephfs: "cephFS" };

/** Finds volumes that a policy does not allow. */
export function findVolumes(errors: FieldError[], spec: PodSpec, policy: Policy, names: Names) {
  const allowed = new Set<string>(policy.spec.volumes);
  const { allowedFlexVolumes = [], allowedCSIDrivers = [] } = policy.spec;
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    const at = VOLUMES.index(index);
    const type = typeOf(volume);
    if (!allows(allowed, type, volume, names)) {
      errors.push(FieldError.invalid(at, type, `${type} volumes are not allowed to be used`));
    } else if (volume.hostPath !== undefined) {
      findHostPath(errors, at, volume.name, volume.hostPath.path, spec, policy);
    } else if (volume.flexVolume !== undefined && allowedFlexVolumes.length > 0) {
      const { driver } = volume.flexVolume;
      if (allowedFlexVolumes.some((one) => one.driver === driver)) continue;
      const why = "Flexvolume driver is not allowed to be used";
      errors.push(FieldError.invalid(at.child("driver"), driver, why));
    } else if (volume.csi !== undefined && allowedCSIDrivers.length > 0) {
      const { driver } = volume.csi;
      if (allowedCSIDrivers.some(({ name }) => name === driver)) continue;
      const why = "Inline CSI driver is not allowed to be used";
      errors.push(FieldError.invalid(at.child("csi", "driver"), driver, why));
    }
  }
}

/** The type of a volume; "" where it has none. */
function typeOf({ name: _, ...source }: Volume): string {
  const [type = ""] = Object.keys(source)
    .filter((field) => source[field as keyof typeof source] !== undefined);
  return CALLED[type] ?? type;
}

function allows(
  allowed: ReadonlySet<string>,
  type: string,
  { projected }: Volume,
  names: Names,
): boolean {
  if (type === "") return false;
  if (allowed.has(ALL) || allowed.has(type)) return true;
  // Tokens were secrets once: who may use those may use what has come in the place of them.
  return allowed.has("secret") && projected !== undefined && holdsTokenOnly(projected, names);
}

/** Whether a volume is such as every pod gets to find out who it is. */
function holdsTokenOnly(
  { sources }: ProjectedVolumeSource,
  { configMapRootCa }: Names,
): boolean {
  return (sources ?? []).every(
    ({ serviceAccountToken: token, configMap, downwardAPI, ...others }) => {
      if (Object.values(others).some((source) => source !== undefined)) return false;
      if (token !== undefined && (token.path !== "token" || token.audience)) return false;
      if (configMap !== undefined && configMap.name !== configMapRootCa) return false;
      return (downwardAPI?.items ?? []).every(({ path, fieldRef }) =>
        path === "namespace" && fieldRef?.apiVersion === "v1" &&
        fieldRef.fieldPath === "metadata.namespace"
      );
    },
  );
}

function findHostPath(
  errors: FieldError[],
  at: FieldPath,
  name: string,
  path: string,
  spec: PodSpec,
  { spec: { allowedHostPaths = [] } }: Policy,
): void {
  if (allowedHostPaths.length === 0) return;
  const fitting = allowedHostPaths.filter(({ pathPrefix = "" }) => isBelow(path, pathPrefix));
  if (fitting.length === 0) {
    const why = "is not allowed to be used";
    errors.push(FieldError.invalid(at.child("hostPath", "pathPrefix"), path, why));
  } else if (fitting.every(({ readOnly }) => readOnly === true)) {
    findWritable(errors, name, spec);
  }
}

/** Whether a path is another one, or leads on from it. */
function isBelow(path: string, prefix: string): boolean {
  const [whole, start] = [path, prefix].map((one) => one.replace(/\/$/, "")) as [string, string];
  return whole === start || whole.startsWith(`${start}/`);
}

function findWritable(errors: FieldError[], volume: string, spec: PodSpec): void {
  for (const list of CONTAINER_LISTS) {
    for (const [index, { volumeMounts = [] }] of (spec[list] ?? []).entries()) {
      for (const [mount, { name, readOnly = false }] of volumeMounts.entries()) {
        if (name !== volume || readOnly) continue;
        const at = FieldPath.of("spec", list).index(index).child("volumeMounts").index(mount);
        errors.push(FieldError.invalid(at.child("readOnly"), false, "must be read-only"));
      }
    }
  }
}
