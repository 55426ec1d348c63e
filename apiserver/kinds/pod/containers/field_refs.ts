/**
 * References from a container to fields of its pod, and to what it may use of processors and memory.
 *
 * @module
 */

import type {
  ObjectFieldSelector,
  ResourceFieldSelector,
} from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey } from "../../../../toolkit/validation/mod.ts";

/** The fields that an environment variable can show. */
export const ENV_FIELDS: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

/** The fields that a file of a volume can show. */
export const VOLUME_FIELDS: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

/** All fields that a reference may name; which of them make sense is another question. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...ENV_FIELDS,
  ...VOLUME_FIELDS,
  "spec.host",
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
]);

const SUBSCRIPT = /^(.+?)\['(.*)'\]$/s;

/** The rules for a reference to a field. */
export function validateFieldRef(
  errors: FieldError[],
  path: FieldPath,
  { apiVersion, fieldPath }: ObjectFieldSelector,
  fields: readonly string[],
): void {
  const at = path.child("fieldPath");
  if (!apiVersion) return void errors.push(FieldError.required(path.child("apiVersion")));
  if (!fieldPath) return void errors.push(FieldError.required(at));
  const refuse = (why: string) =>
    errors.push(FieldError.invalid(at, fieldPath, `error converting fieldPath: ${why}`));
  if (apiVersion !== "v1") return void refuse(`unsupported pod version: ${apiVersion}`);
  const [, base, key = ""] = SUBSCRIPT.exec(fieldPath) ?? [];
  if (base === "metadata.annotations") {
    const small = key.toLowerCase();
    return addInvalid(errors, path, small, checkLabelKey(small));
  }
  if (base === "metadata.labels") return addInvalid(errors, path, key, checkLabelKey(key));
  if (base !== undefined) {
    return void refuse(`field label does not support subscript: ${fieldPath}`);
  }
  if (!KNOWN_FIELDS.has(fieldPath)) return void refuse(`field label not supported: ${fieldPath}`);
  const field = fieldPath === "spec.host" ? "spec.nodeName" : fieldPath;
  if (!fields.includes(field)) errors.push(FieldError.notSupported(at, field, fields));
}

const RESOURCES = ["cpu", "ephemeral-storage", "memory"];
const RESOURCE_FIELDS = ["limits", "requests"].flatMap((side) =>
  RESOURCES.map((resource) => `${side}.${resource}`)
);
const HUGE_PAGES = /^(?:limits|requests)\.hugepages-./;

const LONG_NAMES: Readonly<Record<string, string>> = {
  "ephemeral-storage": "local ephemeral storage",
};
const CPU_DIVISORS = ["1m", "1"];
const BYTE_DIVISORS = [
  ...["1", "1k", "1M", "1G", "1T", "1P", "1E"],
  ...["1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"],
];

/** The rules for a reference to an amount; in a volume it must say whose. */
export function validateResourceFieldRef(
  errors: FieldError[],
  path: FieldPath,
  { resource, containerName, divisor }: ResourceFieldSelector,
  inVolume: boolean,
): void {
  if (inVolume && !containerName) {
    return void errors.push(FieldError.required(path.child("containerName")));
  }
  if (!resource) return void errors.push(FieldError.required(path.child("resource")));
  if (!RESOURCE_FIELDS.includes(resource) && !HUGE_PAGES.test(resource)) {
    errors.push(FieldError.notSupported(path.child("resource"), resource, RESOURCE_FIELDS));
    return;
  }
  if (divisor === undefined || divisor === "0") return;
  const name = resource.slice(resource.indexOf(".") + 1);
  const divisors = name === "cpu" ? CPU_DIVISORS : BYTE_DIVISORS;
  if (divisors.includes(divisor)) return;
  const shown = name === "cpu" ? divisors.join(" and ") : divisors.join(", ");
  const kind = name.startsWith("hugepages-") ? "hugepages" : LONG_NAMES[name] ?? name;
  const why = `only divisor's values ${shown} are supported with the ${kind} resource`;
  errors.push(FieldError.invalid(path.child("divisor"), resource, why));
}
