/**
 * Horizontal pod autoscalers, v1.
 *
 * @module
 */

import type { HorizontalPodAutoscaler } from "../../../toolkit/api/autoscaling_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { KindRules } from "../declaration.ts";
import { autoscalerRules } from "./autoscaler.ts";
import { oldAnnotations, takeAnnotations } from "./old_annotations.ts";
import { autoscalerConverterOf } from "./v1_conversion.ts";

/**
 * The rules for horizontal pod autoscalers in v1: each converts the object to v2 and applies the
 * rules of v2, so that both versions accept the same.
 */
export function oldAutoscalerRules(names: Names): KindRules {
  const { fromStored, toStored } = autoscalerConverterOf(names.dialect);
  const rules = autoscalerRules(names);
  const keys = oldAnnotations(names);
  const { columns, subresources: { status } } = rules;
  return {
    columns: {
      definitions: columns.definitions,
      cells: (object) => columns.cells(toStored(object)),
    },
    setDefaults(object: JsonObject) {
      const { spec } = object as unknown as Required<HorizontalPodAutoscaler>;
      spec.minReplicas ??= 1;
      // What the new version fills in is shown here too: its writer owns it.
      object.spec = fromStored(toStored(object)).spec;
    },
    // What annotations say of a part goes with it.
    prepareForCreate: (object) => takeAnnotations("status", object, undefined, keys),
    prepareForUpdate: (object, old) => takeAnnotations("status", object, old, keys),
    validate: (object) => rules.validate(toStored(object)),
    validateUpdate: (object, old) => rules.validateUpdate(toStored(object), toStored(old)),
    subresources: {
      status: {
        prepareForUpdate: (object, old) => takeAnnotations("spec", object, old, keys),
        validateUpdate: (object) => status.validateUpdate(toStored(object)),
      },
    },
  };
}
