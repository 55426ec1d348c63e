/**
 * Daemon sets: a pod on every node.
 *
 * @module
 */

import type { DaemonSet, DaemonSetSpec, DaemonSetStatus } from "../../../toolkit/api/apps_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { gatedPodFields } from "../pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, type Column, columnsOf, labelsText, NAME_COLUMN } from "../columns/column.ts";
import {
  amountOf,
  validateAtMostAll,
  validateCountOrPercent,
} from "../validation/count_or_percent.ts";
import { validateUnchanged } from "../validation/immutable.ts";
import { validateCounts, validateGrowing } from "../validation/numbers.ts";
import {
  setPodTemplateDefaults,
  validateLastingTemplate,
  validateOwnSelector,
} from "../workloads/pod_template.ts";
import { templateWarnings } from "../workloads/template_warnings.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN, SELECTOR_COLUMN } from "../columns/workload_columns.ts";
import {
  beginTemplateGeneration,
  hasNewTemplate,
  keepTemplateGeneration,
  setTemplateGenerationDefault,
} from "./template_generation.ts";
import { workloadHooks } from "./workload.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");

function specOf(object: JsonObject): DaemonSetSpec {
  return (object as unknown as Required<DaemonSet>).spec;
}

function count(name: string, field: keyof DaemonSetStatus, description: string): Column {
  const cell = (object: JsonObject) => (object.status as JsonObject | undefined)?.[field] ?? 0;
  return { name, type: "integer", description, cell };
}

const columns = columnsOf(
  NAME_COLUMN,
  count("Desired", "desiredNumberScheduled", "The number of nodes that should run a pod"),
  count("Current", "currentNumberScheduled", "The number of nodes that run a pod and should"),
  count("Ready", "numberReady", "The number of nodes with a ready pod"),
  count(
    "Up-to-date",
    "updatedNumberScheduled",
    "The number of nodes that run the current template",
  ),
  count("Available", "numberAvailable", "The number of nodes with an available pod"),
  {
    name: "Node Selector",
    description: "The node selector of the pod template",
    cell: (object) => labelsText(specOf(object).template.spec?.nodeSelector),
  },
  AGE_COLUMN,
  CONTAINERS_COLUMN,
  IMAGES_COLUMN,
  SELECTOR_COLUMN,
);

/**
 * The rules for daemon sets, the deprecated `templateGeneration` included, which counts the changes
 * of the template.
 */
export function daemonSetRules(names: Names): KindRules {
  return {
    hasGeneration: true,
    columns,
    gated: gatedPodFields("spec.template.spec"),
    setDefaults(object) {
      const spec = specOf(object);
      const strategy = spec.updateStrategy ??= {};
      strategy.type ||= "RollingUpdate";
      const isRolling = strategy.type === "RollingUpdate";
      if (isRolling) strategy.rollingUpdate ??= {};
      const { rollingUpdate: rolling } = strategy;
      if (rolling !== undefined) {
        // Of those that nobody will go by both are there too.
        rolling.maxUnavailable ??= isRolling ? 1 : 0;
        rolling.maxSurge ??= 0;
      }
      spec.revisionHistoryLimit ??= 10;
      setPodTemplateDefaults(spec.template);
      setTemplateGenerationDefault(object);
    },
    prepareForCreate: beginTemplateGeneration,
    prepareForUpdate: keepTemplateGeneration,
    ...workloadHooks({
      specOf,
      validateSpec: (spec, old) => validateSpec(spec, old, names),
      namesPods: false,
    }),
    validateUpdate(object, old) {
      const errors: FieldError[] = [];
      const { selector } = specOf(object);
      validateUnchanged(errors, SPEC.child("selector"), selector, specOf(old).selector);
      return [...errors, ...validateSpec(specOf(object), specOf(old), names)];
    },
    warnings: (object, old) =>
      old === undefined || hasNewTemplate(object, old)
        ? templateWarnings(object, undefined, specOf(object).template)
        : [],
    subresources: {
      status: {
        setDefaults: setTemplateGenerationDefault,
        prepareForUpdate: keepTemplateGeneration,
        validateUpdate: validateStatus,
      },
    },
  };
}

function validateSpec(
  spec: DaemonSetSpec,
  old: DaemonSetSpec | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const { selector, template } = spec;
  // Whoever selects nothing does not select the template: the reference says just that.
  if (selector) validateOwnSelector(errors, SPEC.child("selector"), selector, "daemonset");
  const demands = { selector, old: old?.template, owner: "DaemonSet" };
  validateLastingTemplate(errors, SPEC.child("template"), template, demands, names);
  validateCounts(errors, SPEC, spec, ["minReadySeconds"]);
  validateStrategy(errors, SPEC.child("updateStrategy"), spec);
  validateCounts(errors, SPEC, spec, ["revisionHistoryLimit"]);
  return errors;
}

function validateStrategy(errors: FieldError[], path: FieldPath, spec: DaemonSetSpec): void {
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  if (type === "OnDelete") return;
  if (type !== "RollingUpdate") {
    const choices = ["RollingUpdate", "OnDelete"];
    errors.push(FieldError.notSupported(path, spec.updateStrategy, choices));
    return;
  }
  const at = path.child("rollingUpdate");
  const { maxUnavailable = 1, maxSurge = 0 } = rollingUpdate ?? {};
  validateCountOrPercent(errors, at.child("maxUnavailable"), maxUnavailable);
  validateAtMostAll(errors, at.child("maxUnavailable"), maxUnavailable);
  validateCountOrPercent(errors, at.child("maxSurge"), maxSurge);
  validateAtMostAll(errors, at.child("maxSurge"), maxSurge);
  const both = [amountOf(maxUnavailable), amountOf(maxSurge)].filter((amount) => amount !== 0);
  if (both.length === 2) {
    const why = "may not be set when maxUnavailable is non-zero";
    errors.push(FieldError.invalid(at.child("maxSurge"), maxSurge, why));
  } else if (both.length === 0) {
    errors.push(FieldError.required(at.child("maxUnavailable"), "cannot be 0 when maxSurge is 0"));
  }
}

const COUNTS = [
  "currentNumberScheduled",
  "numberMisscheduled",
  "desiredNumberScheduled",
  "numberReady",
  "observedGeneration",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberUnavailable",
  "collisionCount",
] as const;

function validateStatus(object: JsonObject, old: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const status = (object.status ?? {}) as Partial<DaemonSetStatus>;
  validateCounts(errors, STATUS, status, COUNTS);
  validateGrowing(errors, STATUS, status, (old.status ?? {}) as Partial<DaemonSetStatus>);
  return errors;
}
