/**
 * Who answers a request that an ingress takes: a service's port, or an object of any kind.
 *
 * @module
 */

import type { IngressBackend, IngressServiceBackend } from "../../../toolkit/api/networking_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkNameIsLabel,
  checkPortName,
  checkPortNumber,
} from "../../../toolkit/validation/mod.ts";
import { validateTypedReference } from "../validation/references.ts";

/** The rules for a backend: one of both. */
export function validateBackend(
  errors: FieldError[],
  path: FieldPath,
  { service, resource }: IngressBackend,
): void {
  if (resource !== undefined && service !== undefined) {
    const why = "cannot set both resource and service backends";
    errors.push(FieldError.invalid(path, "", why));
  } else if (resource !== undefined) {
    validateTypedReference(errors, path.child("resource"), resource);
  } else if (service !== undefined) validateService(errors, path, service);
  else errors.push(FieldError.invalid(path, "", "resource or service backend is required"));
}

function validateService(
  errors: FieldError[],
  path: FieldPath,
  { name: service, port = {} }: IngressServiceBackend,
): void {
  const at = path.child("service");
  if (!service) errors.push(FieldError.required(at.child("name")));
  else addInvalid(errors, at.child("name"), service, checkNameIsLabel(service));
  const { name = "", number = 0 } = port;
  if (name !== "" && number !== 0) {
    errors.push(FieldError.invalid(path, "", "cannot set both port name & port number"));
  } else if (name !== "") {
    addInvalid(errors, at.child("port", "name"), name, checkPortName(name));
  } else if (number !== 0) {
    addInvalid(errors, at.child("port", "number"), number, checkPortNumber(number));
  } else errors.push(FieldError.required(path, "port name or number is required"));
}
