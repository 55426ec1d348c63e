/**
 * Claims of devices, and templates of claims.
 *
 * @module
 */

import type { ResourceClaim, ResourceClaimTemplate } from "../../../toolkit/api/resource_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { validateTemplateMetadata } from "../validation/template_metadata.ts";
import { setClaimDefaults, setTolerationDefaults, validateClaimSpec } from "./claim_spec.ts";
import { dropReleased, validateClaimStatus } from "./claim_status.ts";
import { AGE_COLUMNS, CLAIM_COLUMNS } from "./columns.ts";

const SPEC = FieldPath.of("spec");

/** What is asked for never changes. */
function validateSameSpec(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  validateUnchanged(errors, SPEC, object.spec, old.spec);
  return errors;
}

const claim = (object: JsonObject) => object as unknown as ResourceClaim;
const template = (object: JsonObject) => object as unknown as ResourceClaimTemplate;

/** Claims. */
export const claimRules: KindRules = {
  returnsDeleted: true,
  columns: CLAIM_COLUMNS,
  setDefaults: (object) => setClaimDefaults(claim(object).spec),
  validate(object) {
    const errors: FieldError[] = [];
    validateClaimSpec(errors, SPEC, claim(object).spec);
    return errors;
  },
  validateUpdate: validateSameSpec,
  subresources: {
    status: {
      keepsMetadata: true,
      setDefaults(object) {
        for (const { tolerations } of claim(object).status?.allocation?.devices?.results ?? []) {
          setTolerationDefaults(tolerations);
        }
      },
      prepareForUpdate: (object, old) => dropReleased(claim(object), claim(old)),
      validateUpdate: (object, old) => validateClaimStatus(claim(object), claim(old)),
    },
  },
};

/** Templates of the claims that pods get for themselves. */
export const claimTemplateRules: KindRules = {
  returnsDeleted: true,
  columns: AGE_COLUMNS,
  setDefaults: (object) => setClaimDefaults(template(object).spec?.spec),
  validate: validateTemplate,
  validateUpdate: (object, old) => [...validateTemplate(object), ...validateSameSpec(object, old)],
};

function validateTemplate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { metadata, spec } = template(object).spec;
  validateTemplateMetadata(errors, SPEC.child("metadata"), metadata);
  validateClaimSpec(errors, SPEC.child("spec"), spec);
  return errors;
}
