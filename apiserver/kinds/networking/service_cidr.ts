/**
 * Service CIDRs: the ranges of cluster IPs.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { ServiceCIDR } from "../../../toolkit/api/networking_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkCidr, parseCidrSloppy } from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { IMMUTABLE } from "../validation/immutable.ts";

const CIDRS = FieldPath.of("spec", "cidrs");

function rangesOf(object: JsonObject): readonly string[] {
  return (object as ServiceCIDR).spec?.cidrs ?? [];
}

/** One range, or one of each family. */
function validateRanges(object: JsonObject): FieldError[] {
  const ranges = rangesOf(object);
  if (ranges.length === 0) return [FieldError.required(CIDRS, "at least one CIDR required")];
  if (ranges.length > 2) {
    // The reference shows the spec as it has it inside.
    return [FieldError.invalid(CIDRS, { CIDRs: ranges }, "may only hold up to 2 values")];
  }
  const errors: FieldError[] = [];
  for (const [index, text] of ranges.entries()) {
    addInvalid(errors, CIDRS.index(index), text, checkCidr(text));
  }
  const [first, second] = ranges.map((text) => parseCidrSloppy(text)?.first.family);
  if (first !== undefined && first === second) {
    const why = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and " +
      "2001:db8::/64";
    errors.push(FieldError.invalid(CIDRS, ranges, why));
  }
  return errors;
}

/**
 * The rules for service CIDRs: valid ranges, at most one of each family, that never change; a
 * second family may be added.
 */
export const serviceCidrRules: KindRules = {
  columns: columnsOf(NAME_COLUMN, {
    name: "CIDRs",
    description: "The CIDR ranges that cluster IPs are allocated from",
    cell: (object) => rangesOf(object).join(","),
  }, AGE_COLUMN),
  validate: validateRanges,
  validateUpdate(object, old) {
    const [now, before] = [rangesOf(object), rangesOf(old)];
    const errors: FieldError[] = [];
    // A second family may be added to the first.
    const grows = before.length === 1 && now.length === 2;
    if (!grows && now.length !== before.length) {
      return [FieldError.invalid(CIDRS, now, IMMUTABLE)];
    }
    for (const [index, range] of before.entries()) {
      if (now[index] === range) continue;
      errors.push(FieldError.invalid(CIDRS.index(index), now[index], IMMUTABLE));
    }
    if (grows) addAll(errors, validateRanges(object));
    return errors;
  },
  subresources: { status: { keepsMetadata: true } },
};
