/**
 * The rules for what a stateful set is to be.
 *
 * @module
 */

import type { StatefulSetSpec } from "../../../toolkit/api/apps_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkDns1123Label } from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { validateChoice } from "../validation/choices.ts";
import {
  amountOf,
  validateAtMostAll,
  validateCountOrPercent,
} from "../validation/count_or_percent.ts";
import { validateCounts } from "../validation/numbers.ts";
import {
  canBeRead,
  validateOwnSelector,
  validatePodTemplate,
  validateSelected,
  validateTemplateMetadata,
} from "../workloads/pod_template.ts";
import { validatePodAnnotations } from "../pod/annotations.ts";
import { validateClaimSpec } from "../volumes/volume_claim.ts";

const SPEC = FieldPath.of("spec");

/** What of a set is judged. */
interface Judged {
  /** The set before; undefined for a new one. */
  readonly old: StatefulSetSpec | undefined;
  /** Whether its template keeps the rules for pods; who took it without keeps it. */
  readonly hasGoodPods: boolean;
}

/** The rules for a new set. */
export function validateNewSet(spec: StatefulSetSpec, names: Names): FieldError[] {
  return validateSpec(spec, { old: undefined, hasGoodPods: true }, names);
}

/** The rules for a changed set. */
export function validateChangedSet(
  spec: StatefulSetSpec,
  old: StatefulSetSpec,
  names: Names,
): FieldError[] {
  const hasGoodPods = validateSpec(old, { old, hasGoodPods: true }, names).length === 0;
  const errors = validateSpec(spec, { old, hasGoodPods }, names);
  if (!equalStored(fixed(spec), fixed(old))) {
    const list = CHANGEABLE.slice(0, -1).map((field) => `'${field}'`).join(", ");
    const why = `updates to statefulset spec for fields other than ${list} and ` +
      `'${CHANGEABLE.at(-1)}' are forbidden`;
    errors.push(FieldError.forbidden(SPEC, why));
  }
  return errors;
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

function validateSpec(spec: StatefulSetSpec, judged: Judged, names: Names): FieldError[] {
  const errors: FieldError[] = [];
  const { podManagementPolicy: policy = "", selector, template, ordinals, serviceName } = spec;
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
  const isNew = judged.old === undefined;
  if (isNew) {
    for (const [index, claim] of (spec.volumeClaimTemplates ?? []).entries()) {
      const path = SPEC.child("volumeClaimTemplates").index(index).child("spec");
      validateClaimSpec(errors, path, claim.spec ?? {});
    }
  }
  validateCounts(errors, SPEC, spec, ["replicas", "minReadySeconds"]);
  if (ordinals !== undefined) validateCounts(errors, SPEC.child("ordinals"), ordinals, ["start"]);
  if (isNew && serviceName) {
    addInvalid(errors, SPEC.child("serviceName"), serviceName, checkDns1123Label(serviceName));
  }
  validateOwnSelector(errors, SPEC.child("selector"), selector, "statefulset", "");
  if (canBeRead(selector)) validateTemplate(errors, spec, judged, names);
  const at = SPEC.child("template", "spec");
  const { restartPolicy, activeDeadlineSeconds } = template.spec ?? {};
  if (restartPolicy !== "Always") {
    errors.push(FieldError.notSupported(at.child("restartPolicy"), restartPolicy, ["Always"]));
  }
  if (activeDeadlineSeconds !== undefined) {
    const why = "activeDeadlineSeconds in StatefulSet is not Supported";
    errors.push(FieldError.forbidden(at.child("activeDeadlineSeconds"), why));
  }
  return errors;
}

/**
 * The rules for the pods that it makes. They have its claims as volumes, in place of volumes of the
 * same names; their names as hosts and their domain come from the set.
 */
function validateTemplate(
  errors: FieldError[],
  set: StatefulSetSpec,
  { old, hasGoodPods }: Judged,
  names: Names,
): void {
  const path = SPEC.child("template");
  const template = templateOfPods(set);
  validateSelected(errors, path, template, set.selector);
  if (hasGoodPods) validatePodTemplate(errors, path, template, old?.template, names);
  // The reference says for the second time what is wrong with these.
  validateTemplateMetadata(errors, path, template.metadata);
  const { metadata, spec = { containers: [] } } = template;
  validatePodAnnotations(errors, path.child("annotations"), metadata?.annotations, spec, names);
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
      ...[...claimed].map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
      ...own,
    ];
  }
  return { ...template, spec };
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
    if (amountOf(maxUnavailable) === 0) {
      errors.push(FieldError.invalid(at.child("maxUnavailable"), maxUnavailable, "cannot be 0"));
    }
    validateAtMostAll(errors, at.child("maxUnavailable"), maxUnavailable);
  }
}
