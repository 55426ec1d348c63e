/**
 * What people are told of claims of volumes, wherever claims are specified.
 *
 * @module
 */

import type { PersistentVolumeClaimSpec } from "../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../toolkit/errors/mod.ts";
import { isFraction, warnOfFraction } from "../validation/fractions.ts";

/** Warns of a claim that asks for parts of bytes. */
export function warnOfClaimSpec(
  warnings: string[],
  path: FieldPath,
  { resources }: PersistentVolumeClaimSpec,
): void {
  for (const side of ["requests", "limits"] as const) {
    const amounts = resources?.[side];
    if (!isFraction(amounts, "storage")) continue;
    warnOfFraction(warnings, path.child("resources", side), amounts, "storage");
  }
}
