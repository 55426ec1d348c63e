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
import type { KindRules } from "../declaration.ts";
import { at } from "../fields.ts";
import { warnOfCidr } from "../validation/address_warnings.ts";
import { validateTaints } from "../validation/taints.ts";
import { nodeColumns } from "./node_columns.ts";
import { dropConfig, validateConfig } from "./node_config.ts";
import {
  setStatusDefaults,
  validateAddresses,
  validateAmounts,
  validateAvoided,
  validateFeatures,
  validateSwap,
} from "./node_status.ts";

const SPEC = FieldPath.of("spec");
/** The reference says so, and clients compare paths. */
const TAINTS = FieldPath.of("metadata", "taints");
const POD_RANGES = SPEC.child("podCIDRs");

const view = (object: JsonObject) => object as unknown as Node;

/** A node has a range of addresses for pods a family, of which there are two. */
function validatePodRanges(errors: FieldError[], { podCIDRs: ranges = [] }: NodeSpec): void {
  for (const [index, range] of ranges.entries()) {
    addInvalid(errors, POD_RANGES.index(index), range, checkLegacyCidr(range));
  }
  if (ranges.length < 2) return;
  const families = ranges.map((range) => parseCidrSloppy(range)?.address.family);
  const unknown = families.indexOf(undefined);
  if (unknown >= 0) {
    const why = "invalid PodCIDRs. failed to check with dual stack with error:invalid " +
      `CIDR[${unknown}]: <nil> (invalid CIDR address: ${ranges[unknown]})`;
    errors.push(FieldError.internal(POD_RANGES, why));
  }
  if (unknown >= 0 || ranges.length > 2 || families[0] === families[1]) {
    const why = "may specify no more than one CIDR for each IP family";
    errors.push(FieldError.invalid(POD_RANGES, ranges, why));
  }
}

/** The rules for any node. */
function validateNode(errors: FieldError[], node: Node, names: Names): void {
  const { spec = {}, status = {} } = node;
  validateAvoided(errors, node, names);
  validateTaints(errors, TAINTS, spec.taints ?? []);
  validateAmounts(errors, status, names);
  validateSwap(errors, status);
  validateFeatures(errors, status);
  validatePodRanges(errors, spec);
}

/** The rules for a change, some of which are those for any node. */
function validateChange(errors: FieldError[], node: Node, old: Node, names: Names): void {
  const { spec = {}, status = {} } = node;
  validateAvoided(errors, node, names);
  validateAmounts(errors, status, names);
  validateFeatures(errors, status);
  validateAddresses(errors, status);
  validateOnce(errors, spec, old.spec ?? {});
  validateConfig(errors, node);
  validateTaints(errors, TAINTS, spec.taints ?? []);
  if ((spec.externalID ?? "") !== (old.spec?.externalID ?? "")) {
    errors.push(FieldError.forbidden(SPEC.child("externalID"), "may not be updated"));
  }
}

/** What is told of a node once, and never otherwise. */
function validateOnce(errors: FieldError[], spec: NodeSpec, old: NodeSpec): void {
  const [ranges, before] = [spec.podCIDRs ?? [], old.podCIDRs ?? []];
  const changes = before.length === 0
    ? 0
    : ranges.length !== before.length
    ? 1
    : before.filter((range, index) => range !== ranges[index]).length;
  for (let change = 0; change < changes; change++) {
    const why = 'node updates may not change podCIDR except from "" to valid';
    errors.push(FieldError.forbidden(POD_RANGES, why));
  }
  if (old.providerID && spec.providerID !== old.providerID) {
    const why = 'node updates may not change providerID except from "" to valid';
    errors.push(FieldError.forbidden(SPEC.child("providerID"), why));
  }
}

/**
 * The rules for nodes. Unlike other kinds they may be created with a status, as the node agent
 * does.
 */
export function nodeRules(names: Names): KindRules {
  const validate = (object: JsonObject): FieldError[] => {
    const errors: FieldError[] = [];
    validateNode(errors, view(object), names);
    return errors;
  };
  const validateUpdate = (object: JsonObject, old: JsonObject): FieldError[] => {
    const errors: FieldError[] = [];
    validateChange(errors, view(object), view(old), names);
    return errors;
  };
  return {
    fields: { "spec.unschedulable": (object) => at(object, "spec.unschedulable") === true },
    beginsWithStatus: true,
    columns: nodeColumns(names),
    setDefaults(object) {
      const { spec, status } = view(object);
      if (spec !== undefined) matchPodRanges(spec);
      if (status !== undefined) setStatusDefaults(status);
    },
    prepareForCreate: (object) => dropConfig(object),
    prepareForUpdate: dropConfig,
    validate,
    validateUpdate: (object, old) => [...validate(object), ...validateUpdate(object, old)],
    warnings: (object) => warningsOf(view(object).spec ?? {}),
    handlers: { proxy: "proxy" },
    subresources: {
      status: {
        setDefaults: ({ status }) => setStatusDefaults(status as NodeStatus | undefined ?? {}),
        prepareForUpdate: dropConfig,
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

/** The first of the ranges is a field of its own, which clients of old times know only. */
function matchPodRanges(spec: NodeSpec): void {
  if (spec.podCIDR && spec.podCIDR !== spec.podCIDRs?.[0]) spec.podCIDRs = [spec.podCIDR];
  const [first] = spec.podCIDRs ?? [];
  if (first !== undefined) spec.podCIDR = first;
}
