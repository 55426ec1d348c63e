/**
 * What may change of a job that is there.
 *
 * @module
 */

import type { Job, JobSpec } from "../../../toolkit/api/batch_v1.ts";
import type {
  Affinity,
  Container,
  PodSpec,
  PodTemplateSpec,
} from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { validateUnchanged } from "../validation/immutable.ts";

const SPEC = FieldPath.of("spec");
const TEMPLATE = SPEC.child("template");

/** The rules for the changes of a job; `old`: the whole job before. */
export function validateChangedJob(errors: FieldError[], spec: JobSpec, old: JsonObject): void {
  const { spec: before, status = {} } = old as unknown as Required<Pick<Job, "spec">> & Job;
  const unchanged = (field: keyof JobSpec) =>
    validateUnchanged(errors, SPEC.child(field), spec[field], before[field]);
  validateCompletions(errors, spec, before);
  unchanged("selector");
  // Where its pods may run and what they get is open while none of them runs: before the first one, whether or not the
  // controller has come to it, as others may say so right after they made it.
  const isOpen = before.suspend === true && !status.active &&
    (!status.startTime ||
      status.conditions?.some(({ type, status }) => type === "Suspended" && status === "True"));
  if (isOpen) validateTemplateOfNone(errors, spec.template, before.template);
  else validateUnchanged(errors, TEMPLATE, spec.template, before.template);
  unchanged("completionMode");
  unchanged("podFailurePolicy");
  unchanged("backoffLimitPerIndex");
  unchanged("managedBy");
  unchanged("successPolicy");
}

function validateCompletions(errors: FieldError[], spec: JobSpec, old: JobSpec): void {
  const { completionMode, completions, parallelism } = spec;
  const at = SPEC.child("completions");
  if (completionMode !== "Indexed") {
    validateUnchanged(errors, at, completions, old.completions);
  } else if (completions !== undefined && completions !== old.completions) {
    if (completions === parallelism) return;
    const why = `can only be modified in tandem with ${SPEC.child("parallelism")}`;
    errors.push(FieldError.invalid(at, completions, why));
  }
}

/** The rules for the template of a job that has no pods: it keeps all but where they run and what they get. */
function validateTemplateOfNone(
  errors: FieldError[],
  { spec }: PodTemplateSpec,
  { spec: old }: PodTemplateSpec,
): void {
  if (spec === undefined || old === undefined) {
    validateUnchanged(errors, TEMPLATE.child("spec"), spec, old);
    return;
  }
  const { nodeSelector: _, tolerations: _tolerations, schedulingGates: _gates, ...kept } = old;
  const { nodeSelector, tolerations, schedulingGates } = spec;
  const affinity = withNodes(old.affinity, spec.affinity);
  delete kept.affinity;
  const allowed: PodSpec = {
    ...kept,
    ...(nodeSelector && { nodeSelector }),
    ...(tolerations && { tolerations }),
    ...(schedulingGates && { schedulingGates }),
    ...(affinity && { affinity }),
    containers: withResources(old.containers, spec.containers) ?? [],
  };
  const first = withResources(old.initContainers, spec.initContainers);
  if (first !== undefined) allowed.initContainers = first;
  validateUnchanged(errors, TEMPLATE.child("spec"), spec, allowed);
}

/** The old affinity to pods, with the new one to nodes. */
function withNodes(old: Affinity | undefined, now: Affinity | undefined): Affinity | undefined {
  const { nodeAffinity: _, ...pods } = old ?? {};
  if (now === undefined) return Object.keys(pods).length === 0 ? undefined : pods;
  return { ...pods, ...(now.nodeAffinity && { nodeAffinity: now.nodeAffinity }) };
}

/** The old containers with what the new ones of the same names get. */
function withResources(
  old: Container[] | undefined,
  now: Container[] | undefined,
): Container[] | undefined {
  if (old?.length !== now?.length) return old;
  return old?.map((container, index) => {
    const { name, resources } = now![index]!;
    if (name !== container.name) return container;
    const { resources: _, ...others } = container;
    return { ...others, ...(resources && { resources }) };
  });
}
