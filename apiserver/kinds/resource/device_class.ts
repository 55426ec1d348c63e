/**
 * Device classes.
 *
 * @module
 */

import type { DeviceClass } from "../../../toolkit/api/resource_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { checkNameIsLongName } from "../validation/long_name.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import type { KindRules } from "../declaration.ts";
import { isExtendedResource } from "../validation/resources.ts";
import { MAX_CONFIGURATIONS, validateConfiguration, validateSelectors } from "./claim_spec.ts";
import { AGE_COLUMNS } from "./columns.ts";
import { validateList } from "./lists.ts";

const SPEC = FieldPath.of("spec");

/**
 * The rules for device classes: selectors that compile, bounded configurations, and a valid
 * extended resource name.
 */
export function deviceClassRules(names: Names): KindRules {
  const validate = (object: JsonObject, old?: JsonObject): FieldError[] => {
    const errors: FieldError[] = [];
    const { selectors, config, extendedResourceName: resource } =
      (object as unknown as DeviceClass).spec;
    const before = (old as unknown as DeviceClass | undefined)?.spec;
    const isStored = before !== undefined && equalStored(selectors, before.selectors);
    validateSelectors(errors, SPEC.child("selectors"), selectors, isStored);
    validateList(errors, SPEC.child("config"), config, MAX_CONFIGURATIONS, validateConfiguration);
    if (resource !== undefined && !isExtendedResource(resource, names)) {
      const why = "must be a valid extended resource name";
      errors.push(FieldError.invalid(SPEC.child("extendedResourceName"), resource, why));
    }
    return errors;
  };
  return {
    checkName: checkNameIsLongName,
    returnsDeleted: true,
    hasGeneration: true,
    columns: AGE_COLUMNS,
    validate: (object) => validate(object),
    validateUpdate: validate,
  };
}
