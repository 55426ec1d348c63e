/**
 * The rules for the options of a request, which arrive as query parameters.
 *
 * @module
 */

import { FieldError } from "../errors/field_error.ts";
import { FieldPath } from "../errors/field_path.ts";
import { isPrintable } from "../values/quote.ts";
import { isLongerThan } from "./messages.ts";

/** The most bytes of a field manager's name. */
export const FIELD_MANAGER_LIMIT_BYTES = 128;

/** The options that requests which write have. */
export interface WriteOptions {
  fieldManager?: string;
  dryRun?: readonly string[];
  fieldValidation?: string;
}

/** The options of a patch. */
export interface PatchOptions extends WriteOptions {
  force?: boolean;
}

/** The options of a deletion that have rules of their own. */
export interface DeleteOptions {
  dryRun?: readonly string[];
  orphanDependents?: boolean;
  propagationPolicy?: string;
  gracePeriodSeconds?: number | bigint;
  preconditions?: object;
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

/** The name of who manages fields: short, and printable. */
export function validateFieldManager(manager: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  if (isLongerThan(manager, FIELD_MANAGER_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(path, FIELD_MANAGER_LIMIT_BYTES));
    // A message for each character of a megabyte helps nobody.
    return errors;
  }
  if (/^[ -~]*$/.test(manager)) return errors;
  let position = 0;
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      const message = `invalid character U+${code} (at position ${position})`;
      errors.push(FieldError.invalid(path, manager, message));
    }
    position += new TextEncoder().encode(character).length;
  }
  return errors;
}

/** Options of a create or an update. */
export function validateWriteOptions(options: WriteOptions): FieldError[] {
  return [
    ...validateFieldManager(options.fieldManager ?? "", FieldPath.of("fieldManager")),
    ...validateDryRun(options.dryRun),
    ...validateFieldValidation(options.fieldValidation ?? ""),
  ];
}

/** Options of a patch; `apply` tells a server-side apply. */
export function validatePatchOptions(
  options: PatchOptions,
  request: { apply: boolean },
): FieldError[] {
  const errors: FieldError[] = [];
  if (request.apply && !options.fieldManager) {
    const message = "is required for apply patch";
    errors.push(FieldError.required(FieldPath.of("fieldManager"), message));
  }
  if (!request.apply && options.force !== undefined) {
    const message = "may not be specified for non-apply patch";
    errors.push(FieldError.forbidden(FieldPath.of("force"), message));
  }
  return [...errors, ...validateWriteOptions(options)];
}

const PROPAGATION_POLICIES = ["Foreground", "Background", "Orphan"];

/** Options of a deletion. */
export function validateDeleteOptions(options: DeleteOptions): FieldError[] {
  const errors: FieldError[] = [];
  const { propagationPolicy } = options;
  const path = FieldPath.of("propagationPolicy");
  if (propagationPolicy !== undefined) {
    if (options.orphanDependents !== undefined) {
      const message = "orphanDependents and deletionPropagation cannot be both set";
      errors.push(FieldError.invalid(path, propagationPolicy, message));
    }
    if (!PROPAGATION_POLICIES.includes(propagationPolicy)) {
      const supported = [...PROPAGATION_POLICIES, "nil"];
      errors.push(FieldError.notSupported(path, propagationPolicy, supported));
    }
  }
  return [...errors, ...validateDryRun(options.dryRun), ...validateUnsafeDeletion(options)];
}

/** What depends on an object that can be read, in the order in which it is refused. */
const NEED_THE_OBJECT = [
  "propagationPolicy",
  "orphanDependents",
  "gracePeriodSeconds",
  "preconditions",
] as const;

/**
 * Of an object that can't be read nobody knows whether it is the one that was meant, nor what holds it: who asks
 * for such a one to go asks for nothing else. A dry run is no harm.
 */
function validateUnsafeDeletion(options: DeleteOptions): FieldError[] {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return [];
  const path = FieldPath.of("ignoreStoreReadErrorWithClusterBreakingPotential");
  return NEED_THE_OBJECT.filter((name) => options[name] !== undefined)
    .map((name) => FieldError.invalid(path, true, `cannot be set together with .${name}`));
}

function validateDryRun(dryRun: readonly string[] = []): FieldError[] {
  if (dryRun.every((stage) => stage === "All")) return [];
  return [FieldError.notSupported(FieldPath.of("dryRun"), dryRun, ["All"])];
}

const FIELD_VALIDATIONS = ["", "Ignore", "Strict", "Warn"];

function validateFieldValidation(fieldValidation: string): FieldError[] {
  if (FIELD_VALIDATIONS.includes(fieldValidation)) return [];
  const path = FieldPath.of("fieldValidation");
  return [FieldError.notSupported(path, fieldValidation, FIELD_VALIDATIONS)];
}
