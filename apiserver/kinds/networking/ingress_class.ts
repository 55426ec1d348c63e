/**
 * Classes of ingresses: which controller makes them real.
 *
 * @module
 */

import type {
  IngressClass,
  IngressClassParametersReference,
} from "../../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import {
  addInvalid,
  checkNameIsLabel,
  isLongerThan,
  validateDomainPrefixedPath,
} from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, classNameColumn, columnsOf } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { validateTypedReference } from "../validation/references.ts";

const CONTROLLER = FieldPath.of("spec", "controller");
const PARAMETERS = FieldPath.of("spec", "parameters");
const CONTROLLER_LIMIT_BYTES = 250;
const SCOPES = ["Cluster", "Namespace"];

const specOf = (object: JsonObject) => (object as IngressClass).spec ?? {};

/** The rules for ingress classes. */
export const ingressClassRules = (
  { annotationDefaultIngressClass: key }: Names,
): KindRules => ({
  hasGeneration: true,
  columns: columnsOf(
    classNameColumn((annotations) => annotations[key] === "true"),
    {
      name: "Controller",
      description: "The controller that implements the class",
      cell: (object) => specOf(object).controller ?? "",
    },
    {
      name: "Parameters",
      description: "The object that holds parameters for the controller",
      cell(object) {
        const { parameters } = specOf(object);
        if (parameters === undefined) return "<none>";
        const { kind, apiGroup, name } = parameters;
        return `${kind}${apiGroup === undefined ? "" : `.${apiGroup}`}/${name}`;
      },
    },
    AGE_COLUMN,
  ),
  setDefaults(object) {
    const { parameters } = specOf(object);
    if (parameters !== undefined) parameters.scope ??= "Cluster";
  },
  validate,
  validateUpdate(object, old) {
    const errors: FieldError[] = [];
    const [{ controller = "" }, { controller: before = "" }] = [specOf(object), specOf(old)];
    validateUnchanged(errors, CONTROLLER, controller, before);
    return [...errors, ...validate(object)];
  },
});

function validate(object: JsonObject): FieldError[] {
  const { controller = "", parameters } = specOf(object);
  const errors: FieldError[] = [];
  if (isLongerThan(controller, CONTROLLER_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(CONTROLLER, CONTROLLER_LIMIT_BYTES));
  }
  errors.push(...validateDomainPrefixedPath(controller, CONTROLLER));
  if (parameters !== undefined) {
    validateTypedReference(errors, PARAMETERS, parameters);
    validateScope(errors, parameters);
  }
  return errors;
}

function validateScope(
  errors: FieldError[],
  { scope, namespace }: IngressClassParametersReference,
): void {
  const at = PARAMETERS.child("namespace");
  if (scope === undefined || scope === null) {
    errors.push(FieldError.required(PARAMETERS.child("scope")));
  } else if (!SCOPES.includes(scope)) {
    errors.push(FieldError.notSupported(PARAMETERS.child("scope"), scope, SCOPES));
  } else if (scope === "Cluster") {
    if (namespace === undefined) return;
    errors.push(FieldError.forbidden(at, "`parameters.scope` is set to 'Cluster'"));
  } else if (namespace === undefined) {
    errors.push(FieldError.required(at, "`parameters.scope` is set to 'Namespace'"));
  } else addInvalid(errors, at, namespace, checkNameIsLabel(namespace));
}
