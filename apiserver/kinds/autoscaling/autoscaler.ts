/**
 * Horizontal pod autoscalers, v2.
 *
 * @module
 */

import type {
  CrossVersionObjectReference,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerSpec,
} from "../../../toolkit/api/autoscaling_v2.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import type { KindRules } from "../declaration.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateCounts } from "../validation/numbers.ts";
import { requirePathSegment } from "../validation/references.ts";
import { setBehaviorDefaults, validateBehavior } from "./behavior.ts";
import { oldAnnotations, withAnnotations, withoutKeys } from "./old_annotations.ts";
import { needsNoPods, validateMetrics } from "./metrics.ts";
import { targetsText } from "./targets.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
/** How much of the processor that they asked for pods should use, in percent. */
const DEFAULT_CPU_USE = 80;
/** The one kind of the core group that can be scaled. */
const CORE_KIND = "ReplicationController";

function specOf(object: JsonObject): HorizontalPodAutoscalerSpec {
  return (object as unknown as Required<HorizontalPodAutoscaler>).spec;
}

function statusOf(object: JsonObject) {
  return (object as HorizontalPodAutoscaler).status;
}

/** The rules for horizontal pod autoscalers in v2, the version that is stored. */
export function autoscalerRules(names: Names) {
  return {
    columns: columnsOf(
      NAME_COLUMN,
      {
        name: "Reference",
        description: "The object that is scaled",
        cell(object) {
          const { kind, name } = specOf(object).scaleTargetRef;
          return `${kind}/${name}`;
        },
      },
      {
        name: "Targets",
        description: "The current and the target value of each metric",
        cell: (object) =>
          targetsText(specOf(object).metrics ?? [], statusOf(object)?.currentMetrics ?? []),
      },
      {
        name: "MinPods",
        description: "The lower limit for the number of pods",
        cell: (object) => String(specOf(object).minReplicas ?? "<unset>"),
      },
      {
        name: "MaxPods",
        description: "The upper limit for the number of pods",
        cell: (object) => specOf(object).maxReplicas,
      },
      {
        name: "Replicas",
        description: "The current number of pods",
        cell: (object) => statusOf(object)?.currentReplicas ?? 0,
      },
      AGE_COLUMN,
    ),
    setDefaults(object: JsonObject) {
      dropOldAnnotations(object, names);
      setAutoscalerDefaults(object);
    },
    validate: (object: JsonObject) => validateSpec(specOf(object), undefined, names),
    validateUpdate: (object: JsonObject, old: JsonObject) =>
      validateSpec(specOf(object), specOf(old), names),
    subresources: {
      status: {
        setDefaults: (object: JsonObject) => dropOldAnnotations(object, names),
        validateUpdate(object: JsonObject) {
          const errors: FieldError[] = [];
          validateCounts(errors, STATUS, statusOf(object) ?? {}, [
            "currentReplicas",
            "desiredReplicas",
          ]);
          return errors;
        },
      },
    },
  } satisfies KindRules;
}

/** What the old version tells in annotations has fields here, and annotations tell nothing of it. */
function dropOldAnnotations(object: JsonObject, names: Names): void {
  const { annotations } = metadataOf(object);
  if (annotations === undefined) return;
  object.metadata = withAnnotations(
    object.metadata,
    withoutKeys(annotations, oldAnnotations(names)),
  );
}

/** Fills in what nobody said. */
export function setAutoscalerDefaults(object: JsonObject): void {
  const spec = specOf(object);
  spec.minReplicas ??= 1;
  if (!spec.metrics?.length) {
    const target = { type: "Utilization", averageUtilization: DEFAULT_CPU_USE };
    spec.metrics = [{ type: "Resource", resource: { name: "cpu", target } }];
  }
  if (spec.behavior !== undefined) setBehaviorDefaults(spec.behavior);
}

function validateSpec(
  spec: HorizontalPodAutoscalerSpec,
  old: HorizontalPodAutoscalerSpec | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const { minReplicas: min, maxReplicas: max, metrics = [] } = spec;
  // Going down to none has to be asked for where it was not so before, which nobody can yet.
  const least = old?.minReplicas === 0 ? 0 : 1;
  if (min !== undefined && min < least) {
    const why = `must be greater than or equal to ${least}`;
    errors.push(FieldError.invalid(SPEC.child("minReplicas"), min, why));
  }
  const path = SPEC.child("maxReplicas");
  if (max === 0) errors.push(FieldError.required(path, "must be set and greater than 0"));
  else if (max < 0) {
    errors.push(FieldError.invalid(path, max, "must be greater than or equal to 1"));
  }
  if (min !== undefined && max < min) {
    errors.push(FieldError.invalid(path, max, "must be greater than or equal to `minReplicas`"));
  }
  validateTarget(errors, spec.scaleTargetRef, old?.scaleTargetRef);
  validateMetrics(errors, SPEC.child("metrics"), metrics, old?.metrics, names);
  if (min === 0 && !metrics.some(needsNoPods)) {
    const why = "must specify at least one Object or External metric to support scaling to zero " +
      "replicas";
    errors.push(FieldError.forbidden(SPEC.child("metrics"), why));
  }
  if (spec.behavior !== undefined) validateBehavior(errors, SPEC.child("behavior"), spec.behavior);
  return errors;
}

function validateTarget(
  errors: FieldError[],
  target: CrossVersionObjectReference,
  old: CrossVersionObjectReference | undefined,
): void {
  const path = SPEC.child("scaleTargetRef");
  const { kind, name, apiVersion = "" } = target;
  requirePathSegment(errors, path.child("kind"), kind);
  requirePathSegment(errors, path.child("name"), name);
  if (old !== undefined && old.kind === kind && (old.apiVersion ?? "") === apiVersion) return;
  const slashes = apiVersion.split("/").length - 1;
  const at = path.child("apiVersion");
  if (slashes > 1) {
    const why = `unexpected GroupVersion string: ${apiVersion}`;
    errors.push(FieldError.invalid(at, apiVersion, why));
  } else if (kind !== CORE_KIND && (slashes === 0 || apiVersion.startsWith("/"))) {
    errors.push(FieldError.invalid(at, apiVersion, "apiVersion must specify API group"));
  }
}
