/**
 * How lists show webhooks, policies and their bindings.
 *
 * @module
 */

import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { AGE_COLUMN, type Column, columnsOf, NAME_COLUMN } from "../columns/column.ts";

const policy = (object: JsonObject) => (object as unknown as ValidatingAdmissionPolicy).spec;
const binding = (object: JsonObject) =>
  (object as unknown as ValidatingAdmissionPolicyBinding).spec;

const PARAM_KIND: Column = {
  name: "ParamKind",
  description: "The kind of the policy's parameters",
  cell(object) {
    const kind = policy(object)?.paramKind;
    return kind === undefined ? "<unset>" : `${kind.apiVersion ?? ""}/${kind.kind ?? ""}`;
  },
};

/** Of webhook configurations. */
export const WEBHOOK_COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "Webhooks",
    type: "integer",
    description: "The number of webhooks",
    cell: ({ webhooks }) => (webhooks as unknown[] | undefined)?.length ?? 0,
  },
  AGE_COLUMN,
);

/** Of policies that validate. */
export const VALIDATING_POLICY_COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "Validations",
    type: "integer",
    description: "The number of validations",
    cell: (object) => policy(object)?.validations?.length ?? 0,
  },
  PARAM_KIND,
  AGE_COLUMN,
);

/** Of policies that change. */
export const MUTATING_POLICY_COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "Mutations",
    type: "integer",
    description: "The number of mutations",
    cell: ({ spec }) => (spec as { mutations?: unknown[] } | undefined)?.mutations?.length ?? 0,
  },
  PARAM_KIND,
  AGE_COLUMN,
);

/** Of bindings of either. */
export const BINDING_COLUMNS = columnsOf(
  NAME_COLUMN,
  {
    name: "PolicyName",
    description: "The policy that is bound",
    cell: (object) => binding(object)?.policyName ?? "",
  },
  {
    name: "ParamRef",
    description: "The parameters that the policy is bound with",
    cell(object) {
      const ref = binding(object)?.paramRef;
      if (ref === undefined) return "<unset>";
      if (!ref.name) return "*";
      return ref.namespace ? `${ref.namespace}/${ref.name}` : `*/${ref.name}`;
    },
  },
  AGE_COLUMN,
);
