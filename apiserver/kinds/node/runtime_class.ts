/**
 * Runtime classes.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { RuntimeClass, Scheduling } from "../../../toolkit/api/node_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkDns1123Label, validateLabels } from "../../../toolkit/validation/mod.ts";
import { validateTolerations } from "../pod/scheduling.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { OLD_NODE_LABELS } from "../validation/deprecated_node_labels.ts";
import { validateRequirements } from "../validation/resources.ts";

const HANDLER = FieldPath.of("handler");
const OVERHEAD = FieldPath.of("overhead");
const SCHEDULING = FieldPath.of("scheduling");

const view = (object: JsonObject) => object as unknown as RuntimeClass;

function validateScheduling(errors: FieldError[], { nodeSelector, tolerations }: Scheduling): void {
  addAll(errors, validateLabels(nodeSelector, SCHEDULING.child("nodeSelector")));
  const path = SCHEDULING.child("tolerations");
  validateTolerations(errors, path, tolerations ?? []);
  const seen = new Set<string>();
  for (const [index, toleration] of (tolerations ?? []).entries()) {
    const { key, operator, value, effect } = toleration;
    const same = JSON.stringify([key, operator, value, effect]);
    if (seen.has(same)) errors.push(FieldError.duplicate(path.index(index), toleration));
    seen.add(same);
  }
}

/** The rules for runtime classes. The handler can't be changed. */
export function runtimeClassRules(names: Names): KindRules {
  const validate = (object: JsonObject): FieldError[] => {
    const errors: FieldError[] = [];
    const { handler, overhead, scheduling } = view(object);
    if (!handler) errors.push(FieldError.required(HANDLER));
    else addInvalid(errors, HANDLER, handler, checkDns1123Label(handler));
    const limits = overhead?.podFixed;
    // What is spent on a pod is limited as what its containers may spend.
    if (limits !== undefined) validateRequirements(errors, OVERHEAD, { limits }, names);
    if (scheduling !== undefined) validateScheduling(errors, scheduling);
    return errors;
  };
  return {
    createsOnUpdate: true,
    updatesUnconditionally: false,
    takesBareFinalizers: true,
    columns: columnsOf(
      NAME_COLUMN,
      {
        name: "Handler",
        description: "The name of the handler in the node's container runtime",
        cell: (object) => view(object).handler,
      },
      AGE_COLUMN,
    ),
    validate,
    warnings(object) {
      const keys = Object.keys(view(object).scheduling?.nodeSelector ?? {});
      return keys.flatMap((key) => {
        const why = OLD_NODE_LABELS.get(key);
        return why === undefined ? [] : [`${SCHEDULING.child("nodeSelector")}: ${why}`];
      });
    },
    validateUpdate(object, old) {
      const errors = validate(object);
      validateUnchanged(errors, HANDLER, object.handler, old.handler);
      return errors;
    },
  };
}
