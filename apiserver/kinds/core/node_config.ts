/**
 * Configuration of nodes through the API: nobody reads it any more, and no node gets one anew, but
 * what was told to nodes in other times is judged as it was then.
 *
 * @module
 */

import type {
  ConfigMapNodeConfigSource,
  Node,
  NodeConfigSource,
} from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkConfigMapKey,
  checkDns1123Subdomain,
  checkNameIsLabel,
} from "../../../toolkit/validation/mod.ts";

const SOURCE = FieldPath.of("spec", "configSource");
const CONFIG = FieldPath.of("status", "config");

const view = (object: JsonObject) => object as unknown as Node;

/** Leaves out what nobody told the node before. */
export function dropConfig(object: JsonObject, old?: JsonObject): void {
  const { spec, status } = view(object);
  const before = old && view(old);
  if (spec?.configSource !== undefined && before?.spec?.configSource === undefined) {
    delete spec.configSource;
  }
  if (status?.config !== undefined && before?.status?.config === undefined) delete status.config;
}

/** The rules for what is left. */
export function validateConfig(errors: FieldError[], { spec, status }: Node): void {
  if (spec?.configSource !== undefined) validateSource(errors, SOURCE, spec.configSource, false);
  for (const field of ["assigned", "active", "lastKnownGood"] as const) {
    const source = status?.config?.[field];
    if (source !== undefined) validateSource(errors, CONFIG.child(field), source, true);
  }
}

/** `isFound`: which config map it was is known by now. */
function validateSource(
  errors: FieldError[],
  path: FieldPath,
  source: NodeConfigSource,
  isFound: boolean,
): void {
  const { configMap } = source;
  if (configMap === undefined) {
    const why = "exactly one reference subfield must be non-nil";
    errors.push(FieldError.invalid(path, source, why));
    return;
  }
  const at = path.child("configMap");
  for (const field of ["uid", "resourceVersion"] as const) {
    if (Boolean(configMap[field]) === isFound) continue;
    errors.push(
      isFound
        ? FieldError.required(at.child(field))
        : FieldError.forbidden(at.child(field), `${field} must not be set in spec`),
    );
  }
  for (const [field, check] of CHECKS) {
    const value = configMap[field];
    if (value) addInvalid(errors, at.child(field), value, check(value));
    else errors.push(FieldError.required(at.child(field)));
  }
}

const CHECKS = [
  ["namespace", checkNameIsLabel],
  ["name", checkDns1123Subdomain],
  ["kubeletConfigKey", checkConfigMapKey],
] as const satisfies readonly (readonly [keyof ConfigMapNodeConfigSource, unknown])[];
