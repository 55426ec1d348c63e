/**
 * Nodes: the machines that pods run on.
 *
 * @module
 */

import type { Node, NodeSpec, NodeStatus } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkLegacyCidr, parseCidrSloppy } from "../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { equalJson } from "../../registry/equal.ts";
import type { KindRules } from "../declaration.ts";
import { at } from "../fields.ts";
import { warnOfCidr } from "../rules/address_warnings.ts";
import { roundUp, validateResourceAmount } from "../rules/resources.ts";
import { validateTaints } from "../rules/taints.ts";
import { nodeColumns } from "./node_columns.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
/** The reference says so, and clients compare paths. */
const TAINTS = FieldPath.of("metadata", "taints");
const POD_RANGES = SPEC.child("podCIDRs");

/** A node has a range of addresses for pods a family, of which there are two. */
function validatePodRanges(errors: FieldError[], ranges: readonly string[]): void {
  for (const [index, range] of ranges.entries()) {
    addInvalid(errors, POD_RANGES.index(index), range, checkLegacyCidr(range));
  }
  const families = ranges.map((range) => parseCidrSloppy(range)?.address.family);
  if (ranges.length > 2 || (ranges.length === 2 && families[0] === families[1])) {
    const why = "may specify no more than one CIDR for each IP family";
    errors.push(FieldError.invalid(POD_RANGES, ranges, why));
  }
}

function validateSpec(errors: FieldError[], spec: NodeSpec): void {
  if (spec.podCIDRs?.length) validatePodRanges(errors, spec.podCIDRs);
  if (spec.taints?.length) validateTaints(errors, TAINTS, spec.taints);
}

function validateAmounts(errors: FieldError[], status: NodeStatus, names: Names): void {
  for (const field of ["capacity", "allocatable"] as const) {
    for (const [name, amount] of Object.entries(status[field] ?? {})) {
      const path = STATUS.child(field, name);
      validateResourceAmount(errors, path, name, Quantity.parse(amount), names);
    }
  }
}

function validateStatus(errors: FieldError[], status: NodeStatus, names: Names): void {
  validateAmounts(errors, status, names);
  const seen = new Set<string>();
  for (const [index, address] of (status.addresses ?? []).entries()) {
    const key = `${address.type}/${address.address}`;
    if (seen.has(key)) {
      errors.push(FieldError.duplicate(STATUS.child("addresses").index(index), address));
    }
    seen.add(key);
  }
}

/** What is told of a node once, and never otherwise. */
function validateOnce(errors: FieldError[], spec: NodeSpec, old: NodeSpec): void {
  if (old.podCIDRs?.length && !equalJson(spec.podCIDRs, old.podCIDRs)) {
    const why = 'node updates may not change podCIDR except from "" to valid';
    errors.push(FieldError.forbidden(POD_RANGES, why));
  }
  if (old.providerID && spec.providerID !== old.providerID) {
    const why = 'node updates may not change providerID except from "" to valid';
    errors.push(FieldError.forbidden(SPEC.child("providerID"), why));
  }
  if ((spec.externalID ?? "") !== (old.externalID ?? "")) {
    errors.push(FieldError.forbidden(SPEC.child("externalID"), "may not be updated"));
  }
}

/** See the module's comment. */
export function nodeRules(names: Names): KindRules {
  const validate = (object: JsonObject): FieldError[] => {
    const { spec = {}, status = {} } = object as unknown as Node;
    const errors: FieldError[] = [];
    validateSpec(errors, spec);
    validateAmounts(errors, status, names);
    return errors;
  };
  const validateUpdate = (object: JsonObject, old: JsonObject): FieldError[] => {
    const { spec = {}, status = {} } = object as unknown as Node;
    const errors: FieldError[] = [];
    validateSpec(errors, spec);
    validateStatus(errors, status, names);
    validateOnce(errors, spec, (old as unknown as Node).spec ?? {});
    return errors;
  };
  return {
    fields: { "spec.unschedulable": (object) => at(object, "spec.unschedulable") === true },
    beginsWithStatus: true,
    columns: nodeColumns(names),
    setDefaults(object) {
      const { spec, status } = object as unknown as Node;
      if (spec !== undefined) matchPodRanges(spec);
      if (status !== undefined) setStatusDefaults(status);
    },
    prepareForCreate: dropConfigSource,
    // What a node had of it in other times stays.
    prepareForUpdate(object, old) {
      if ((old as unknown as Node).spec?.configSource === undefined) dropConfigSource(object);
    },
    validate,
    validateUpdate,
    warnings: (object) => warningsOf((object as unknown as Node).spec ?? {}),
    parts: {
      status: {
        setDefaults: ({ status }) => setStatusDefaults(status as NodeStatus | undefined ?? {}),
        validateUpdate,
      },
    },
  };
}

function warningsOf({ configSource, externalID, podCIDRs }: NodeSpec): string[] {
  const warnings: string[] = [];
  if (configSource !== undefined) warnings.push("spec.configSource: the feature is removed");
  if (externalID) {
    warnings.push("spec.externalID: this field is deprecated, and is unused by Kubernetes");
  }
  for (const [index, range] of (podCIDRs ?? []).entries()) {
    warnOfCidr(warnings, POD_RANGES.index(index), range);
  }
  return warnings;
}

function setStatusDefaults(status: NodeStatus): void {
  const { capacity } = status;
  roundUp(capacity);
  roundUp(status.allocatable);
  if (capacity === undefined) return;
  // What a node does not say that it keeps back, pods may have.
  const allocatable = status.allocatable ??= {};
  for (const [name, amount] of Object.entries(capacity)) allocatable[name] ??= amount;
}

/** The first of the ranges is a field of its own, which clients of old times know only. */
function matchPodRanges(spec: NodeSpec): void {
  if (spec.podCIDR && spec.podCIDR !== spec.podCIDRs?.[0]) spec.podCIDRs = [spec.podCIDR];
  const [first] = spec.podCIDRs ?? [];
  if (first !== undefined) spec.podCIDR = first;
}

/** Nodes are no longer configured through the API. */
function dropConfigSource(object: JsonObject): void {
  const { spec } = object as unknown as Node;
  if (spec?.configSource !== undefined) delete spec.configSource;
}
