/**
 * Stateful sets: pods with names and volumes of their own.
 *
 * @module
 */

import type {
  StatefulSet,
  StatefulSetSpec,
  StatefulSetStatus,
} from "../../../toolkit/api/apps_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { checkNameIsLabel } from "../../../toolkit/validation/mod.ts";
import { gatedPodFields } from "../pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../columns/column.ts";
import { validateAtMost, validateCounts, validateGrowing } from "../validation/numbers.ts";
import { setPodTemplateDefaults } from "../workloads/pod_template.ts";
import { templateWarnings } from "../workloads/template_warnings.ts";
import { warnOfClaimSpec } from "../volumes/claim_warnings.ts";
import { setClaimSpecDefaults } from "../volumes/volume_claim.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN } from "../columns/workload_columns.ts";
import { roundUp } from "../validation/resources.ts";
import { validateChangedSet, validateNewSet } from "./stateful_set_spec.ts";

const SPEC = FieldPath.of("spec");
const STATUS = FieldPath.of("status");
const ALL_REVISIONS = "spec.revisionHistoryLimit: a negative value retains all historical " +
  "revisions; a value >= 0 is recommended";

function specOf(object: JsonObject): StatefulSetSpec {
  return (object as unknown as Required<StatefulSet>).spec;
}

function statusOf(object: JsonObject): StatefulSetStatus {
  return (object.status ?? { replicas: 0 }) as unknown as StatefulSetStatus;
}

/**
 * The rules for stateful sets. The name must be a DNS label, as pods and their host names are made
 * of it.
 */
export const statefulSetRules = (names: Names): KindRules => ({
  hasGeneration: true,
  gated: [
    {
      feature: "MaxUnavailableStatefulSet",
      paths: ["spec.updateStrategy.rollingUpdate.maxUnavailable"],
    },
    ...gatedPodFields("spec.template.spec"),
  ],
  // Pods are named after it, and a pod's name is its host's.
  checkName: checkNameIsLabel,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Ready",
      description: "The number of ready pods, and the desired number",
      cell: (object) => `${statusOf(object).readyReplicas ?? 0}/${specOf(object).replicas ?? 0}`,
    },
    AGE_COLUMN,
    CONTAINERS_COLUMN,
    IMAGES_COLUMN,
  ),
  // Protobuf has no place for what kind an object inside of another is.
  afterDecode: nameClaims,
  setDefaults,
  validate: (object) => validateNewSet(specOf(object), names),
  validateUpdate: (object, old) => validateChangedSet(specOf(object), specOf(old), names),
  warnings(object, old) {
    const { template, volumeClaimTemplates: claims, revisionHistoryLimit: limit } = specOf(object);
    const warnings = templateWarnings(object, old, template);
    for (const [index, { spec }] of (claims ?? []).entries()) {
      if (spec === undefined) continue;
      const at = SPEC.child("volumeClaimTemplates").index(index);
      // The reference names the places so, and clients compare them.
      warnOfClaimSpec(warnings, old === undefined ? at : at.child("Spec"), spec);
    }
    if (limit !== undefined && limit < 0) warnings.push(ALL_REVISIONS);
    return warnings;
  },
  handlers: { scale: "scale" },
  subresources: {
    status: { validateUpdate: (object, old) => validateStatus(statusOf(object), statusOf(old)) },
  },
});

/** Claims say what they are. */
function nameClaims(object: JsonObject): void {
  for (const claim of specOf(object)?.volumeClaimTemplates ?? []) {
    claim.apiVersion ||= "v1";
    claim.kind ||= "PersistentVolumeClaim";
  }
}

function setDefaults(object: JsonObject): void {
  const spec = specOf(object);
  spec.podManagementPolicy ||= "OrderedReady";
  const strategy = spec.updateStrategy ??= {};
  if (!strategy.type) {
    strategy.type = "RollingUpdate";
    strategy.rollingUpdate ??= {};
  }
  if (strategy.type === "RollingUpdate" && strategy.rollingUpdate !== undefined) {
    strategy.rollingUpdate.partition ??= 0;
  }
  const retention = spec.persistentVolumeClaimRetentionPolicy ??= {};
  retention.whenDeleted ||= "Retain";
  retention.whenScaled ||= "Retain";
  spec.replicas ??= 1;
  spec.revisionHistoryLimit ??= 10;
  setPodTemplateDefaults(spec.template);
  nameClaims(object);
  for (const claim of spec.volumeClaimTemplates ?? []) {
    setClaimSpecDefaults(claim.spec ??= {});
    const status = claim.status ??= {};
    status.phase ||= "Pending";
    roundUp(status.capacity);
    roundUp(status.allocatedResources);
  }
}

function validateStatus(status: StatefulSetStatus, old: StatefulSetStatus): FieldError[] {
  const errors: FieldError[] = [];
  const parts = [
    "readyReplicas",
    "currentReplicas",
    "updatedReplicas",
    "availableReplicas",
  ] as const;
  validateCounts(errors, STATUS, status, [
    "replicas",
    ...parts,
    "observedGeneration",
    "collisionCount",
  ]);
  validateAtMost(errors, STATUS, status, parts, "replicas", "status.replicas");
  const ready = "status.readyReplicas";
  validateAtMost(errors, STATUS, status, ["availableReplicas"], "readyReplicas", ready);
  validateGrowing(errors, STATUS, status, old);
  return errors;
}
