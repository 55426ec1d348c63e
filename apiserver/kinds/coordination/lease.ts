/**
 * Leases: who holds a part for a while.
 *
 * @module
 */

import type { Lease } from "../../../toolkit/api/coordination_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey } from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateNotNegative } from "../validation/numbers.ts";

const SPEC = FieldPath.of("spec");
/** The reference says so, and clients compare paths. */
const STRATEGY = SPEC.child("strategy", "strategy");
const STRATEGIES = ["OldestEmulationVersion"];

function validate(object: JsonObject): FieldError[] {
  const { spec = {} } = object as unknown as Lease;
  const errors: FieldError[] = [];
  const { leaseDurationSeconds: seconds, strategy, preferredHolder } = spec;
  if (seconds !== undefined && seconds <= 0) {
    const path = SPEC.child("leaseDurationSeconds");
    errors.push(FieldError.invalid(path, seconds, "must be greater than 0"));
  }
  validateNotNegative(errors, SPEC, "leaseTransitions", spec.leaseTransitions);
  // A strategy of one's own has a domain.
  if (strategy?.includes("/")) addInvalid(errors, STRATEGY, strategy, checkLabelKey(strategy));
  else validateChoice(errors, STRATEGY, strategy, STRATEGIES);
  if (preferredHolder && !strategy) {
    const why = "may only be specified if `strategy` is defined";
    errors.push(FieldError.forbidden(SPEC.child("preferredHolder"), why));
  }
  return errors;
}

/**
 * The rules for leases. A PUT creates one that is not there, and must name the resourceVersion of
 * one that is.
 */
export const leaseRules: KindRules = {
  createsOnUpdate: true,
  updatesUnconditionally: false,
  takesBareFinalizers: true,
  gated: ["spec.strategy", "spec.preferredHolder"].map((path) => ({
    feature: "CoordinatedLeaderElection",
    paths: [path],
  })),
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Holder",
      description: "The identity of the current holder",
      cell: (object) => (object as unknown as Lease).spec?.holderIdentity ?? "",
    },
    AGE_COLUMN,
  ),
  validate,
  validateUpdate: validate,
};
