/**
 * Whether what a profile demands of the nodes of all pods can be read: of a pod's own demands the server says so.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { coreV1 } from "../../../toolkit/mod.ts";
import {
  Requirement,
  SelectorError,
  type SelectorOperator,
} from "../../../toolkit/selectors/mod.ts";

type Wrong = (error: FieldError) => void;

const OPERATORS = {
  In: "in",
  NotIn: "notin",
  Exists: "exists",
  DoesNotExist: "!",
  Gt: "gt",
  Lt: "lt",
} as const satisfies Record<string, SelectorOperator>;
const FIELD_OPERATORS = ["In", "NotIn"];

/** Tells `wrong` of each requirement that can't be read. */
export function checkNodeAffinity(
  {
    requiredDuringSchedulingIgnoredDuringExecution: required,
    preferredDuringSchedulingIgnoredDuringExecution: preferred = [],
  }: coreV1.NodeAffinity,
  path: FieldPath,
  wrong: Wrong,
): void {
  const demands = path.child("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms");
  for (const [at, term] of (required?.nodeSelectorTerms ?? []).entries()) {
    checkTerm(term, demands.index(at), wrong);
  }
  const wishes = path.child("preferredDuringSchedulingIgnoredDuringExecution");
  for (const [at, { weight, preference }] of preferred.entries()) {
    if (weight !== 0) checkTerm(preference, wishes.index(at).child("preference"), wrong);
  }
}

function checkTerm(
  { matchExpressions = [], matchFields = [] }: coreV1.NodeSelectorTerm,
  path: FieldPath,
  wrong: Wrong,
): void {
  for (const [at, { key, operator, values = [] }] of matchExpressions.entries()) {
    const where = path.child("matchExpressions").index(at);
    if (!Object.hasOwn(OPERATORS, operator)) {
      wrong(FieldError.notSupported(where.child("operator"), operator, Object.keys(OPERATORS)));
      continue;
    }
    try {
      new Requirement(key, OPERATORS[operator as keyof typeof OPERATORS], values);
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error;
      wrong(FieldError.invalid(where, key, error.message));
    }
  }
  for (const [at, { operator, values = [] }] of matchFields.entries()) {
    const where = path.child("matchFields").index(at);
    if (!FIELD_OPERATORS.includes(operator)) {
      wrong(FieldError.notSupported(where.child("operator"), operator, FIELD_OPERATORS));
    } else if (values.length !== 1) {
      wrong(FieldError.invalid(where.child("values"), values, "must have one element"));
    }
  }
}
