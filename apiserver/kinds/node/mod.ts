/**
 * The kinds of the group node.
 *
 * @module
 */

import type { RuntimeClass } from "../../../toolkit/api/node_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Label } from "../../../toolkit/validation/mod.ts";
import type { GroupDeclarations, KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../rules/column.ts";
import { validateUnchanged } from "../rules/immutable.ts";

const HANDLER = FieldPath.of("handler");

const view = (object: JsonObject) => object as unknown as RuntimeClass;

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { handler } = view(object);
  addInvalid(errors, HANDLER, handler, checkDns1123Label(handler));
  return errors;
}

/** What runs the containers of a pod. */
const runtimeClassRules: KindRules = {
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Handler",
      description: "What nodes call it",
      cell: (object) => view(object).handler,
    },
    AGE_COLUMN,
  ),
  validate,
  validateUpdate(object, old) {
    const errors: FieldError[] = [];
    validateUnchanged(errors, HANDLER, object.handler, old.handler);
    return errors;
  },
};

/** See the module's comment. */
export const nodeKinds: GroupDeclarations = { runtimeclasses: runtimeClassRules };
