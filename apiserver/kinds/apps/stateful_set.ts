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
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkDns1123Label } from "../../../toolkit/validation/mod.ts";
import { equalJson } from "../../registry/equal.ts";
import { gatedPodFields } from "../core/pod/gated.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../rules/choices.ts";
import { AGE_COLUMN, columnsOf, NAME_COLUMN } from "../rules/column.ts";
import { validateAtMostAll, validateCountOrPercent } from "../rules/count_or_percent.ts";
import { validateAtMost, validateCounts, validateGrowing } from "../rules/numbers.ts";
import {
  setPodTemplateDefaults,
  validateOwnSelector,
  validatePodTemplate,
  validateSelected,
} from "../rules/pod_template.ts";
import { templateWarnings } from "../rules/template_warnings.ts";
import { warnOfClaimSpec } from "../rules/claim_warnings.ts";
import { setClaimSpecDefaults, validateClaimSpec } from "../rules/volume_claim.ts";
import { CONTAINERS_COLUMN, IMAGES_COLUMN } from "../rules/workload_columns.ts";

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

/** See the module's comment. */
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
  checkName: checkDns1123Label,
  columns: columnsOf(
    NAME_COLUMN,
    {
      name: "Ready",
      description: "How many pods are ready, of how many wanted",
      cell: (object) => `${statusOf(object).readyReplicas ?? 0}/${specOf(object).replicas ?? 0}`,
    },
    AGE_COLUMN,
    CONTAINERS_COLUMN,
    IMAGES_COLUMN,
  ),
  // Protobuf has no place for what kind an object inside of another is.
  adopt: nameClaims,
  setDefaults,
  validate(object) {
    const spec = specOf(object);
    const errors = validateSpec(spec);
    if (spec.serviceName) {
      addInvalid(
        errors,
        SPEC.child("serviceName"),
        spec.serviceName,
        checkDns1123Label(spec.serviceName),
      );
    }
    errors.push(...templateErrors(spec, names));
    for (const [index, claim] of (spec.volumeClaimTemplates ?? []).entries()) {
      const path = SPEC.child("volumeClaimTemplates").index(index).child("spec");
      validateClaimSpec(errors, path, claim.spec ?? {});
    }
    return errors;
  },
  validateUpdate(object, old) {
    const errors = validateSpec(specOf(object));
    // What older servers took is kept.
    if (templateErrors(specOf(old), names).length === 0) {
      errors.push(...templateErrors(specOf(object), names));
    }
    if (!equalJson(fixed(specOf(object)), fixed(specOf(old)))) {
      const list = CHANGEABLE.slice(0, -1).map((field) => `'${field}'`).join(", ");
      const why = `updates to statefulset spec for fields other than ${list} and ` +
        `'${CHANGEABLE.at(-1)}' are forbidden`;
      errors.push(FieldError.forbidden(SPEC, why));
    }
    return errors;
  },
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
  parts: {
    status: { validateUpdate: (object, old) => validateStatus(statusOf(object), statusOf(old)) },
  },
});

/**
 * The rules for the pods that it makes. They have its claims as volumes, in place of volumes of the
 * same names; their names as hosts and their domain come from the set.
 */
function templateErrors(set: StatefulSetSpec, names: Names): FieldError[] {
  const errors: FieldError[] = [];
  validatePodTemplate(errors, SPEC.child("template"), templateOfPods(set), names);
  return errors;
}

function templateOfPods({ template, volumeClaimTemplates: claims }: StatefulSetSpec) {
  if (template.spec === undefined) return template;
  const spec = { ...template.spec };
  delete spec.hostname;
  delete spec.subdomain;
  if (claims !== undefined && claims.length > 0) {
    const claimed = new Set(claims.map(({ metadata }) => metadata?.name ?? ""));
    const own = spec.volumes?.filter(({ name }) => !claimed.has(name)) ?? [];
    spec.volumes = [
      ...own,
      ...[...claimed].map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ];
  }
  return { ...template, spec };
}

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
    (claim.status ??= {}).phase ||= "Pending";
  }
}

const CHANGEABLE = [
  "replicas",
  "ordinals",
  "template",
  "updateStrategy",
  "revisionHistoryLimit",
  "persistentVolumeClaimRetentionPolicy",
  "minReadySeconds",
];

/** What has to stay as it is. */
function fixed(spec: StatefulSetSpec): object {
  return Object.fromEntries(
    Object.entries(spec).filter(([field]) => !CHANGEABLE.includes(field)),
  );
}

function validateSpec(spec: StatefulSetSpec): FieldError[] {
  const errors: FieldError[] = [];
  const { podManagementPolicy: policy = "", selector, template, ordinals } = spec;
  if (policy !== "OrderedReady" && policy !== "Parallel") {
    const why = "must be 'OrderedReady' or 'Parallel'";
    errors.push(FieldError.invalid(SPEC.child("podManagementPolicy"), policy, why));
  }
  validateStrategy(errors, SPEC.child("updateStrategy"), spec);
  const retention = SPEC.child("persistentVolumeClaimRetentionPolicy");
  for (const field of ["whenDeleted", "whenScaled"] as const) {
    const value = spec.persistentVolumeClaimRetentionPolicy?.[field];
    validateChoice(errors, retention.child(field), value, ["Retain", "Delete"]);
  }
  validateCounts(errors, SPEC, spec, ["replicas", "minReadySeconds"]);
  if (ordinals !== undefined) validateCounts(errors, SPEC.child("ordinals"), ordinals, ["start"]);
  validateOwnSelector(errors, SPEC.child("selector"), selector, "statefulset", "");
  const at = SPEC.child("template");
  validateSelected(errors, at, template, selector);
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== "Always") {
    const restart = at.child("spec", "restartPolicy");
    errors.push(FieldError.notSupported(restart, restartPolicy, ["Always"]));
  }
  if (activeDeadlineSeconds !== undefined) {
    const why = "activeDeadlineSeconds in StatefulSet is not Supported";
    errors.push(FieldError.forbidden(at.child("spec", "activeDeadlineSeconds"), why));
  }
  return errors;
}

function validateStrategy(errors: FieldError[], path: FieldPath, spec: StatefulSetSpec): void {
  const { type, rollingUpdate } = spec.updateStrategy ?? {};
  const at = path.child("rollingUpdate");
  if (!type) errors.push(FieldError.required(path));
  else if (type === "OnDelete") {
    if (rollingUpdate === undefined) return;
    const why = "only allowed for updateStrategy 'RollingUpdate'";
    errors.push(FieldError.invalid(at, rollingUpdate, why));
  } else if (type !== "RollingUpdate") {
    const why = "must be 'RollingUpdate' or 'OnDelete'";
    errors.push(FieldError.invalid(path, spec.updateStrategy, why));
  } else if (rollingUpdate !== undefined) {
    validateCounts(errors, at, rollingUpdate, ["partition"]);
    const { maxUnavailable } = rollingUpdate;
    if (maxUnavailable === undefined) return;
    validateCountOrPercent(errors, at.child("maxUnavailable"), maxUnavailable);
    if (maxUnavailable === 0 || maxUnavailable === "0%") {
      errors.push(FieldError.invalid(at.child("maxUnavailable"), maxUnavailable, "cannot be 0"));
    }
    validateAtMostAll(errors, at.child("maxUnavailable"), maxUnavailable);
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
  validateGrowing(errors, STATUS, status, old);
  validateAtMost(errors, STATUS, status, parts, "replicas", "status.replicas");
  const ready = "status.readyReplicas";
  validateAtMost(errors, STATUS, status, ["availableReplicas"], "readyReplicas", ready);
  return errors;
}
