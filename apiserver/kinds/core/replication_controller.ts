/**
 * Replication controllers, the predecessors of replica sets.
 *
 * @module
 */

import type {
  PodTemplateSpec,
  ReplicationController,
  ReplicationControllerSpec,
  ReplicationControllerStatus,
} from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { checkNameIsLongName } from "../validation/long_name.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { gatedPodFields } from "../pod/gated.ts";
import { at } from "../fields.ts";
import { labelsText } from "../columns/column.ts";
import { validateCounts } from "../validation/numbers.ts";
import { setPodTemplateDefaults, validateLastingTemplate } from "../workloads/pod_template.ts";
import { replicaColumns, validateReplicaStatus } from "../workloads/replicas.ts";
import { podNameWarnings, templateWarnings } from "../workloads/template_warnings.ts";

const SPEC = FieldPath.of("spec");

function specOf(object: JsonObject): ReplicationControllerSpec {
  return (object as unknown as Required<ReplicationController>).spec;
}

/**
 * The rules for replication controllers: those of replica sets as far as they have the same fields.
 * Selector and labels default to the labels of the template.
 */
export function replicationControllerRules(names: Names): KindRules {
  const { definitions, cells } = replicaColumns;
  return {
    checkName: checkNameIsLongName,
    hasGeneration: true,
    defaultPropagation: "orphan",
    gated: gatedPodFields("spec.template.spec"),
    fields: { "status.replicas": (object) => at(object, "status.replicas") ?? 0 },
    columns: {
      definitions,
      cells(object) {
        const shown = [...cells(object)];
        shown[shown.length - 1] = labelsText(specOf(object).selector);
        return shown;
      },
    },
    setDefaults(object) {
      const spec = specOf(object);
      const labels = spec.template?.metadata?.labels;
      if (labels !== undefined && Object.keys(labels).length > 0) {
        if (Object.keys(spec.selector ?? {}).length === 0) spec.selector = { ...labels };
      }
      setLabels(object);
      spec.replicas ??= 1;
      if (spec.template !== undefined) setPodTemplateDefaults(spec.template);
    },
    validate: (object) => validateSpec(specOf(object), undefined, names),
    validateUpdate: (object, old) => validateSpec(specOf(object), specOf(old), names),
    warnings: (object, old) => [
      ...podNameWarnings(object, old),
      ...templateWarnings(object, old, specOf(object).template as PodTemplateSpec | undefined),
    ],
    handlers: { scale: "scale" },
    subresources: {
      status: {
        setDefaults: setLabels,
        canonicalize: setLabels,
        validateUpdate: ({ status }) =>
          validateReplicaStatus(status as unknown as ReplicationControllerStatus),
      },
    },
  };
}

/** One without labels has those of its pods. */
function setLabels(object: JsonObject): void {
  const metadata = metadataOf(object);
  // A status may be sent without anything else.
  const labels = (object as ReplicationController).spec?.template?.metadata?.labels ?? {};
  if (Object.keys(labels).length === 0) return;
  if (Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = { ...labels };
}

function validateSpec(
  spec: ReplicationControllerSpec,
  before: ReplicationControllerSpec | undefined,
  names: Names,
): FieldError[] {
  const errors: FieldError[] = [];
  const { selector = {}, template } = spec;
  validateCounts(errors, SPEC, spec, ["minReadySeconds"]);
  if (Object.keys(selector).length === 0) errors.push(FieldError.required(SPEC.child("selector")));
  validateCounts(errors, SPEC, spec, ["replicas"]);
  const path = SPEC.child("template");
  if (template === undefined) errors.push(FieldError.required(path));
  else {
    const labels = template.metadata?.labels ?? {};
    const selects = Object.entries(selector).every(([key, value]) => labels[key] === value);
    if (!selects) {
      const at = path.child("metadata", "labels");
      const why = "`selector` does not match template `labels`";
      errors.push(FieldError.invalid(at, template.metadata?.labels ?? null, why));
    }
    // It selected by values that no label can have before there were rules for them.
    const old = before?.template as PodTemplateSpec | undefined;
    const demands = { selector: {}, old, owner: "ReplicationController" };
    validateLastingTemplate(errors, path, template as PodTemplateSpec, demands, names);
  }
  return errors;
}
