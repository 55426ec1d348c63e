/**
 * APIServices: who serves a group version.
 *
 * @module
 */

import type { APIService, APIServiceSpec } from "../../../toolkit/api/apiregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1035Label,
  checkDns1123Subdomain,
  checkPathSegmentName,
  checkPortNumber,
} from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { checkWholePathName, validateNameBeginning } from "../validation/path_name.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";

const SPEC = FieldPath.of("spec");
const SERVICE = SPEC.child("service");
const METADATA = FieldPath.of("metadata");
const CONDITIONS = FieldPath.of("status", "conditions");

/** The port of a service that does not say one. */
const DEFAULT_PORT = 443;
const MAX_GROUP_PRIORITY = 20_000;
const MAX_VERSION_PRIORITY = 1000;
const STATUSES = ["True", "False", "Unknown"];

const view = (object: JsonObject) => object as unknown as APIService;

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = { groupPriorityMinimum: 0, versionPriority: 0 } } = view(object);
  const { group = "", version = "" } = spec;
  validateNames(errors, object, `${version}.${group}`);
  if (group !== "") addInvalid(errors, SPEC.child("group"), group, checkDns1123Subdomain(group));
  else if (version !== "v1") {
    const why = "only v1 may have an empty group and it better be legacy kube";
    errors.push(FieldError.required(SPEC.child("group"), why));
  }
  addInvalid(errors, SPEC.child("version"), version, checkDns1035Label(version));
  validatePriority(errors, spec, "groupPriorityMinimum", MAX_GROUP_PRIORITY);
  validatePriority(errors, spec, "versionPriority", MAX_VERSION_PRIORITY);
  if (spec.service === undefined) validateLocal(errors, spec);
  else validateRemote(errors, spec);
  return errors;
}

/** The name follows from the rest, and so there is no beginning of one that would do. */
function validateNames(errors: FieldError[], object: JsonObject, required: string): void {
  const why = `must be \`spec.version+"."+spec.group\`: ${quoteText(required)}`;
  const metadata = metadataOf(object);
  for (const field of ["generateName", "name"] as const) {
    const { [field]: name = "" } = metadata;
    if (name === "" || name === required || checkPathSegmentName(name).length > 0) continue;
    errors.push(FieldError.invalid(METADATA.child(field), name, why));
  }
}

function validatePriority(
  errors: FieldError[],
  spec: APIServiceSpec,
  field: "groupPriorityMinimum" | "versionPriority",
  max: number,
): void {
  const priority = spec[field] ?? 0;
  if (priority > 0 && priority <= max) return;
  const why = `must be positive and less than ${max}`;
  errors.push(FieldError.invalid(SPEC.child(field), priority, why));
}

function validateLocal(errors: FieldError[], spec: APIServiceSpec): void {
  if (spec.caBundle) {
    const { length } = Uint8Array.fromBase64(spec.caBundle);
    const why = "local APIServices may not have a caBundle";
    errors.push(FieldError.invalid(SPEC.child("caBundle"), `${length} bytes`, why));
  }
  if (spec.insecureSkipTLSVerify) {
    const why = "local APIServices may not have insecureSkipTLSVerify";
    errors.push(FieldError.invalid(SPEC.child("insecureSkipTLSVerify"), true, why));
  }
}

function validateRemote(errors: FieldError[], { service, ...spec }: APIServiceSpec): void {
  if (!service?.namespace) errors.push(FieldError.required(SERVICE.child("namespace")));
  if (!service?.name) errors.push(FieldError.required(SERVICE.child("name")));
  const { port = DEFAULT_PORT } = service ?? {};
  for (const message of checkPortNumber(port)) {
    errors.push(FieldError.invalid(SERVICE.child("port"), port, `port is not valid: ${message}`));
  }
  if (spec.insecureSkipTLSVerify && spec.caBundle) {
    const why = "may not be true if caBundle is present";
    errors.push(FieldError.invalid(SPEC.child("insecureSkipTLSVerify"), true, why));
  }
}

function validateStatus(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const [index, { status }] of (view(object).status?.conditions ?? []).entries()) {
    if (STATUSES.includes(status)) continue;
    errors.push(FieldError.notSupported(CONDITIONS.index(index).child("status"), status, STATUSES));
  }
  return errors;
}

function availability(object: JsonObject): string {
  const found = view(object).status?.conditions?.find(({ type }) => type === "Available");
  if (found === undefined) return "Unknown";
  return found.status === "True" ? "True" : `${found.status} (${found.reason ?? ""})`;
}

/**
 * The rules for APIServices. One without a service is served by this server and begins as
 * available; for one with a service, whoever checks extension servers sets the condition.
 */
export const apiServiceRules: KindRules = {
  checkName: checkWholePathName,
  updatesUnconditionally: false,
  takesBareFinalizers: true,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Service",
      description: "The service that serves this API version; Local for the API server itself",
      cell(object) {
        const service = view(object).spec?.service;
        return service === undefined ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`;
      },
    },
    { name: "Available", description: "Whether the API version is available", cell: availability },
    AGE_COLUMN,
  ),
  setDefaults(object) {
    const service = view(object).spec?.service;
    if (service !== undefined) service.port ??= DEFAULT_PORT;
  },
  prepareForCreate(object, writing) {
    if (view(object).spec?.service !== undefined) return;
    // What this server serves itself needs nobody to look whether it is there.
    object.status = {
      conditions: [{
        type: "Available",
        status: "True",
        lastTransitionTime: writing.time(),
        reason: "Local",
        message: "Local APIServices are always available",
      }],
    };
  },
  validate,
  validateUpdate(object) {
    const errors = validate(object);
    validateNameBeginning(errors, object);
    return errors;
  },
  subresources: { status: { keepsMetadata: true, validateUpdate: validateStatus } },
};
