/**
 * Policies: rules about requests, written as expressions.
 *
 * @module
 */

import type {
  AuditAnnotation,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicySpec,
  Mutation,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicySpec,
  Validation,
  Variable,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import { type CelType, DYN } from "../../../toolkit/cel/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey, isLongerThan } from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { requireChoice, validateChoice } from "../validation/choices.ts";
import { validateConditions } from "../validation/conditions.ts";
import {
  type ExpressionPlace,
  isExpressionName,
  validateExpression,
} from "../expressions/expression.ts";
import { MUTATING_POLICY_COLUMNS, VALIDATING_POLICY_COLUMNS } from "./columns.ts";
import {
  FAILURE_POLICIES,
  REINVOCATIONS,
  setMatchDefaults,
  validateChangeable,
  validateMatch,
  validateMatchConditions,
  validateParamKind,
} from "./match.ts";

type AnySpec = ValidatingAdmissionPolicySpec & MutatingAdmissionPolicySpec;
/** What policies of either kind have. */
type Common = Pick<
  AnySpec,
  "failurePolicy" | "paramKind" | "matchConstraints" | "matchConditions" | "variables"
>;

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
const NO_RULE = "validations or auditAnnotations must contain at least one item";
const MAX_AUDIT_ANNOTATIONS = 20;
/** Less than an annotation may have, as what an expression makes is often longer than itself. */
const AUDIT_EXPRESSION_LIMIT_BYTES = 5 * 1024;
const REASONS = ["Forbidden", "Invalid", "RequestEntityTooLarge"];

/** How expressions of one policy are looked at. */
class Expressions {
  readonly #spec: AnySpec;
  /** What the variables so far come to. */
  readonly #variables = new Map<string, CelType>();

  constructor(spec: AnySpec) {
    this.#spec = spec;
  }

  get hasParams(): boolean {
    return this.#spec.paramKind !== undefined;
  }

  /**
   * Looks at an expression that may use the variables so far, also at one that stays as it was:
   * the parameters and variables that it uses may have gone. Gives what it comes to.
   */
  validate(
    errors: FieldError[],
    path: FieldPath,
    expression: string | undefined,
    use: ExpressionPlace["use"],
  ): CelType | undefined {
    return validateExpression(errors, path, expression, {
      use,
      hasParams: this.hasParams,
      // Without any, there is nothing of that name.
      ...(this.#spec.variables?.length && { variables: this.#variables }),
    });
  }

  /** Looks at a variable, which all expressions after it may use. */
  validateVariable(errors: FieldError[], path: FieldPath, { name, expression }: Variable): void {
    const type = this.validate(errors, path.child("expression"), expression, "variable");
    // Of one that has been told of, nothing more is told where it is used; one that says nothing is none.
    if (name && expression?.trim()) this.#variables.set(name, type ?? DYN);
  }
}

function validateCommon(
  errors: FieldError[],
  spec: Common,
  old: Common | undefined,
  expressions: Expressions,
  changes: boolean,
): void {
  validateChoice(errors, SPEC.child("failurePolicy"), spec.failurePolicy, FAILURE_POLICIES);
  if (spec.paramKind !== undefined) {
    validateParamKind(errors, SPEC.child("paramKind"), spec.paramKind);
  }
  const { matchConstraints: match } = spec;
  const matchPath = SPEC.child("matchConstraints");
  if (match === undefined) errors.push(FieldError.required(matchPath));
  else {
    validateMatch(errors, matchPath, match);
    // What expressions may say of an object is known from the resources it can be of.
    if (!match.resourceRules?.length) {
      errors.push(FieldError.required(matchPath.child("resourceRules")));
    }
    if (changes) validateChangeable(errors, matchPath, match);
  }
  // What was taken once stays, whatever rules for it have become.
  const isKept = old !== undefined && equalStored(spec.paramKind, old.paramKind) &&
    equalStored(spec.matchConditions, old.matchConditions);
  if (!isKept) {
    const path = SPEC.child("matchConditions");
    validateMatchConditions(errors, path, spec.matchConditions, expressions.hasParams);
  }
  for (const [index, variable] of (spec.variables ?? []).entries()) {
    const { name } = variable;
    const path = SPEC.child("variables").index(index);
    if (!name?.trim()) {
      errors.push(FieldError.required(path.child("name"), "name is not specified"));
    } else if (!isExpressionName(name)) {
      const why = "must be a valid CEL identifier";
      errors.push(FieldError.invalid(path.child("name"), name, why));
    }
    expressions.validateVariable(errors, path, variable);
  }
}

function validateValidation(
  errors: FieldError[],
  path: FieldPath,
  { expression, message, messageExpression, reason }: Validation,
  expressions: Expressions,
): void {
  expressions.validate(errors, path.child("expression"), expression, "validation");
  if (messageExpression) {
    const at = path.child("messageExpression");
    if (messageExpression.trim() === "") {
      errors.push(FieldError.invalid(at, messageExpression, "must be non-empty if specified"));
    } else expressions.validate(errors, at, messageExpression, "message");
  }
  if (message) {
    const trimmed = message.trim();
    const why = trimmed === "" ? "must be non-empty if specified" : "must not contain line breaks";
    if (trimmed === "" || /[\n\r]/.test(trimmed)) {
      errors.push(FieldError.invalid(path.child("message"), message, why));
    }
  }
  validateChoice(errors, path.child("reason"), reason, REASONS);
}

function validateAuditAnnotations(
  errors: FieldError[],
  policy: string,
  annotations: readonly AuditAnnotation[],
  expressions: Expressions,
): void {
  const path = SPEC.child("auditAnnotations");
  if (annotations.length > MAX_AUDIT_ANNOTATIONS) {
    const why = `must not have more than ${MAX_AUDIT_ANNOTATIONS} auditAnnotations`;
    errors.push(FieldError.invalid(path, annotations, why));
  }
  const seen = new Set<string>();
  for (const [index, { key, valueExpression }] of annotations.entries()) {
    const at = path.index(index);
    if (policy === "") {
      const why = "requires metadata.name be non-empty";
      errors.push(FieldError.invalid(at.child("key"), key, why));
    } else {
      const whole = `${policy}/${key}`;
      addInvalid(errors, at.child("key"), whole, checkLabelKey(whole));
    }
    const valuePath = at.child("valueExpression");
    if (isLongerThan(valueExpression?.trim() ?? "", AUDIT_EXPRESSION_LIMIT_BYTES)) {
      const why = `must not exceed ${AUDIT_EXPRESSION_LIMIT_BYTES} bytes in length`;
      errors.push(FieldError.required(valuePath, why));
    } else expressions.validate(errors, valuePath, valueExpression, "auditAnnotation");
    if (seen.has(key)) errors.push(FieldError.duplicate(at.child("key"), key));
    seen.add(key);
  }
}

function validateValidating(object: JsonObject, old?: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = {} } = object as unknown as ValidatingAdmissionPolicy;
  const before = (old as unknown as ValidatingAdmissionPolicy | undefined)?.spec;
  const expressions = new Expressions(spec);
  validateCommon(errors, spec, before, expressions, false);
  const { validations = [], auditAnnotations = [] } = spec;
  if (validations.length === 0 && auditAnnotations.length === 0) {
    errors.push(FieldError.required(SPEC.child("validations"), NO_RULE));
    errors.push(FieldError.required(SPEC.child("auditAnnotations"), NO_RULE));
    return errors;
  }
  for (const [index, validation] of validations.entries()) {
    validateValidation(errors, SPEC.child("validations").index(index), validation, expressions);
  }
  validateAuditAnnotations(errors, metadataOf(object).name ?? "", auditAnnotations, expressions);
  return errors;
}

/** How a change is written: the field that holds it, for each way. */
const PATCHES = { ApplyConfiguration: "applyConfiguration", JSONPatch: "jsonPatch" } as const;

function validateMutation(
  errors: FieldError[],
  path: FieldPath,
  mutation: Mutation,
  expressions: Expressions,
): void {
  const { patchType } = mutation;
  requireChoice(errors, path.child("patchType"), patchType, Object.keys(PATCHES));
  const field = PATCHES[patchType];
  if (field === undefined) return;
  const other = field === "jsonPatch" ? "applyConfiguration" : "jsonPatch";
  const patch = mutation[field];
  if (patch === undefined) {
    const why = `must be specified when patchType is ${patchType}`;
    errors.push(FieldError.required(path.child(field), why));
  } else expressions.validate(errors, path.child(field, "expression"), patch.expression, field);
  if (mutation[other] !== undefined) {
    const why = `must not be specified when patchType is ${patchType}`;
    errors.push(FieldError.invalid(path.child(other), `{${other}}`, why));
  }
}

function validateMutating(object: JsonObject, old?: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { spec = {} } = object as unknown as MutatingAdmissionPolicy;
  const before = (old as unknown as MutatingAdmissionPolicy | undefined)?.spec;
  const expressions = new Expressions(spec);
  validateCommon(errors, spec, before, expressions, true);
  if (!spec.mutations?.length) {
    const why = "mutations must contain at least one item";
    errors.push(FieldError.required(SPEC.child("mutations"), why));
  }
  for (const [index, mutation] of (spec.mutations ?? []).entries()) {
    validateMutation(errors, SPEC.child("mutations").index(index), mutation, expressions);
  }
  requireChoice(errors, SPEC.child("reinvocationPolicy"), spec.reinvocationPolicy, REINVOCATIONS);
  return errors;
}

function validateStatus(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { status = {} } = object as unknown as ValidatingAdmissionPolicy;
  const warnings = STATUS.child("typeChecking", "expressionWarnings");
  for (const [index, one] of (status.typeChecking?.expressionWarnings ?? []).entries()) {
    const path = warnings.index(index);
    if (!one.warning) errors.push(FieldError.required(path.child("warning")));
    if (!one.fieldRef?.trim()) errors.push(FieldError.required(path.child("fieldRef")));
  }
  validateConditions(errors, STATUS.child("conditions"), status.conditions);
  return errors;
}

function setDefaults(object: JsonObject): void {
  const spec = object.spec as Common | undefined;
  if (spec === undefined) return;
  spec.failurePolicy ??= "Fail";
  setMatchDefaults(spec.matchConstraints);
}

/** Policies that only judge. */
export const validatingPolicyRules: KindRules = {
  hasGeneration: true,
  updatesUnconditionally: false,
  takesBareFinalizers: true,
  columns: VALIDATING_POLICY_COLUMNS,
  setDefaults,
  validate: (object) => validateValidating(object),
  validateUpdate: validateValidating,
  subresources: { status: { keepsMetadata: true, validateUpdate: validateStatus } },
};

/** Policies that change objects. */
export const mutatingPolicyRules: KindRules = {
  hasGeneration: true,
  updatesUnconditionally: false,
  takesBareFinalizers: true,
  columns: MUTATING_POLICY_COLUMNS,
  setDefaults,
  validate: (object) => validateMutating(object),
  validateUpdate: validateMutating,
};
