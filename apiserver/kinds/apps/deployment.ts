/**
 * Deployments: replica sets that follow each other.
 *
 * @module
 */

import type { Deployment, DeploymentSpec, DeploymentStatus } from "../../../toolkit/api/apps_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { gatedPodFields } from "../pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import {
  amountOf,
  validateAtMostAll,
  validateCountOrPercent,
} from "../validation/count_or_percent.ts";
import { validateAtMost, validateCounts, validateGrowing } from "../validation/numbers.ts";
import {
  canBeRead,
  setPodTemplateDefaults,
  validateLastingTemplate,
  validateOwnSelector,
} from "../workloads/pod_template.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN, SELECTOR_COLUMN } from "../columns/workload_columns.ts";
import { workloadHooks } from "./workload.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
const STRATEGIES = ["Recreate", "RollingUpdate"];
const QUARTER = "25%";

function specOf(object: JsonObject): DeploymentSpec {
  return object.spec as unknown as DeploymentSpec;
}

function statusOf(object: JsonObject): DeploymentStatus {
  return (object as Deployment).status ?? {};
}

/** The rules for deployments, with the subresources `status` and `scale`. */
export function deploymentRules(names: Names): KindRules {
  return {
    hasGeneration: true,
    columns: deploymentColumns,
    gated: gatedPodFields("spec.template.spec"),
    setDefaults(object) {
      const spec = specOf(object);
      spec.replicas ??= 1;
      spec.revisionHistoryLimit ??= 10;
      spec.progressDeadlineSeconds ??= 600;
      const strategy = spec.strategy ??= {};
      strategy.type ||= "RollingUpdate";
      if (strategy.type === "RollingUpdate") {
        const rolling = strategy.rollingUpdate ??= {};
        rolling.maxUnavailable ??= QUARTER;
        rolling.maxSurge ??= QUARTER;
      }
      setPodTemplateDefaults(spec.template);
    },
    prepareForUpdate(object, old) {
      // Controllers are told of changed annotations, which they copy to what they make.
      const metadata = object.metadata as JsonObject;
      const before = old.metadata as JsonObject;
      if (!equalStored(metadata.annotations ?? {}, before.annotations ?? {})) {
        metadata.generation = Number(before.generation ?? 0) + 1;
      }
    },
    ...workloadHooks({
      specOf,
      validateSpec: (spec, old) => validateSpec(spec, old, names),
      namesPods: true,
    }),
    handlers: { scale: "scale" },
    subresources: {
      status: {
        resetFields: [["spec"], ["metadata", "labels"]],
        prepareForUpdate(object, old) {
          keepLabels(object, old);
        },
        validateUpdate: (object, old) => validateStatus(statusOf(object), statusOf(old)),
      },
    },
  };
}

/** A status comes with labels that may be old. */
function keepLabels(object: JsonObject, old: JsonObject): void {
  const metadata = object.metadata as JsonObject;
  const { labels } = old.metadata as JsonObject;
  if (labels === undefined) delete metadata.labels;
  else metadata.labels = labels;
}

function validateSpec(
  spec: DeploymentSpec,
  old: DeploymentSpec | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const { selector, template } = spec;
  validateCounts(errors, SPEC, spec, ["replicas"]);
  validateOwnSelector(
    errors,
    SPEC.child("selector"),
    selector,
    "deployment",
    "invalid label selector",
  );
  const demands = { selector, old: old?.template, owner: "ReplicaSet" };
  // Whose pods they are can't be told without.
  if (canBeRead(selector)) {
    validateLastingTemplate(errors, SPEC.child("template"), template, demands, names);
  }
  validateStrategy(errors, SPEC.child("strategy"), spec);
  validateCounts(errors, SPEC, spec, ["minReadySeconds", "revisionHistoryLimit"]);
  const { progressDeadlineSeconds: deadline, minReadySeconds = 0 } = spec;
  if (deadline !== undefined) {
    validateCounts(errors, SPEC, spec, ["progressDeadlineSeconds"]);
    if (deadline <= minReadySeconds) {
      const path = SPEC.child("progressDeadlineSeconds");
      errors.push(FieldError.invalid(path, deadline, "must be greater than minReadySeconds"));
    }
  }
  return errors;
}

function validateStrategy(errors: FieldError[], path: FieldPath, spec: DeploymentSpec): void {
  const { type, rollingUpdate } = spec.strategy ?? {};
  const at = path.child("rollingUpdate");
  if (type === "Recreate") {
    if (rollingUpdate !== undefined) {
      const why = "may not be specified when strategy `type` is 'Recreate'";
      errors.push(FieldError.forbidden(at, why));
    }
    return;
  }
  if (type !== "RollingUpdate") {
    errors.push(FieldError.notSupported(path, spec.strategy, STRATEGIES));
    return;
  }
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate ?? {};
  validateCountOrPercent(errors, at.child("maxUnavailable"), maxUnavailable);
  validateCountOrPercent(errors, at.child("maxSurge"), maxSurge);
  if (amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0) {
    const why = "may not be 0 when `maxSurge` is 0";
    errors.push(FieldError.invalid(at.child("maxUnavailable"), maxUnavailable, why));
  }
  validateAtMostAll(errors, at.child("maxUnavailable"), maxUnavailable);
}

const COUNTS = [
  "replicas",
  "updatedReplicas",
  "readyReplicas",
  "availableReplicas",
  "unavailableReplicas",
  "terminatingReplicas",
] as const;

function validateStatus(status: DeploymentStatus, old: DeploymentStatus): FieldError[] {
  const errors: FieldError[] = [];
  validateCounts(errors, STATUS, status, ["observedGeneration", ...COUNTS, "collisionCount"]);
  const parts = ["updatedReplicas", "readyReplicas", "availableReplicas"] as const;
  validateAtMost(errors, STATUS, status, parts, "replicas", "status.replicas");
  validateAtMost(errors, STATUS, status, ["availableReplicas"], "readyReplicas", "readyReplicas");
  validateGrowing(errors, STATUS, status, old);
  return errors;
}

const deploymentColumns = columnsOf(
  NAME_COLUMN,
  {
    name: "Ready",
    description: "The number of ready pods, and the desired number",
    cell: (object) => `${statusOf(object).readyReplicas ?? 0}/${specOf(object).replicas ?? 0}`,
  },
  {
    name: "Up-to-date",
    description: "The number of pods that run the current template",
    cell: (object) => statusOf(object).updatedReplicas ?? 0,
  },
  {
    name: "Available",
    description: "The number of pods that have been ready for at least minReadySeconds",
    cell: (object) => statusOf(object).availableReplicas ?? 0,
  },
  AGE_COLUMN,
  CONTAINERS_COLUMN,
  IMAGES_COLUMN,
  SELECTOR_COLUMN,
);
