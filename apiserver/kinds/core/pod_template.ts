/**
 * Templates of pods that are objects of their own.
 *
 * @module
 */

import type { PodTemplateSpec } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { KindRules } from "../declaration.ts";
import { gatedPodFields } from "../pod/gated.ts";
import { templateAt } from "../pod/warnings/warnings.ts";
import { type Column, columnsOf, labelsText, NAME_COLUMN } from "../columns/column.ts";
import { setPodTemplateDefaults, validatePodTemplate } from "../workloads/pod_template.ts";
import { templateWarnings } from "../workloads/template_warnings.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN } from "../columns/workload_columns.ts";

const TEMPLATE = FieldPath.of("template");
const PLACE = templateAt(TEMPLATE);

function templateOf(object: JsonObject): PodTemplateSpec {
  return (object.template ??= {}) as PodTemplateSpec;
}

/** The rules for pod templates as objects of their own: those of templates in workloads. */
export function podTemplateRules(names: Names): KindRules {
  const validate = (object: JsonObject, old?: JsonObject) => {
    const errors: FieldError[] = [];
    validatePodTemplate(
      errors,
      TEMPLATE,
      templateOf(object),
      old?.template as PodTemplateSpec | undefined,
      names,
    );
    return errors;
  };
  return {
    returnsDeleted: true,
    gated: gatedPodFields("template.spec"),
    hasGeneration: true,
    setDefaults: (object) => setPodTemplateDefaults(templateOf(object)),
    validate,
    validateUpdate: validate,
    warnings: (object, old) => templateWarnings(object, old, templateOf(object), PLACE),
    columns: columnsOf(
      NAME_COLUMN,
      always(CONTAINERS_COLUMN),
      always(IMAGES_COLUMN),
      {
        name: "Pod Labels",
        description: "The labels of pods created from the template",
        cell: (object) => labelsText(templateOf(object).metadata?.labels),
      },
    ),
  };
}

/** A column that other kinds show on wide tables only. */
function always({ wide: _, ...column }: Column): Column {
  return column;
}
