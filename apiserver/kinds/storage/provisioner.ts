/**
 * Who makes volumes, as classes name them.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey } from "../../../toolkit/validation/mod.ts";

/** The rules for the name of a provisioner or driver; capitals are taken. */
export function validateProvisioner(errors: FieldError[], path: FieldPath, name: string): void {
  if (name === "") errors.push(FieldError.required(path));
  else addInvalid(errors, path, name.toLowerCase(), checkLabelKey(name.toLowerCase()));
}
