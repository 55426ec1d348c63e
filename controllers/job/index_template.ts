/**
 * The pods of an indexed job, each of which knows its index.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import type { PodAdditions } from "../pods/mod.ts";
import { meaningOf } from "./failure_policy.ts";
import type { JobNames } from "./job_names.ts";
import type { JobPod } from "./job_pod.ts";
import type { JobRules } from "./job_rules.ts";

const VARIABLE = "JOB_COMPLETION_INDEX";
/** The server draws letters behind so many. */
const MOST_PREFIX = 58;

/** The template with the variable in every container that does not set it itself. */
export function withIndexVariable(
  template: coreV1.PodTemplateSpec,
  names: JobNames,
): coreV1.PodTemplateSpec {
  const fieldPath = `metadata.labels['${names.index}']`;
  const variable = { name: VARIABLE, valueFrom: { fieldRef: { fieldPath } } };
  const told = (container: coreV1.Container): coreV1.Container => {
    const { env = [] } = container;
    if (env.some(({ name }) => name === VARIABLE)) return container;
    return { ...container, env: [...env, variable] };
  };
  const spec = template.spec!;
  return {
    ...template,
    spec: {
      ...spec,
      ...(spec.initContainers && { initContainers: spec.initContainers.map(told) }),
      containers: spec.containers.map(told),
    },
  };
}

/** The template with the host name of an index. */
export function withHostname(
  template: coreV1.PodTemplateSpec,
  job: string,
  index: number,
): coreV1.PodTemplateSpec {
  return { ...template, spec: { ...template.spec!, hostname: `${job}-${index}` } };
}

/** What the pod of an index has besides; `before`: the pod in whose place it comes. */
export function indexAdditions(
  job: string,
  index: number,
  { rules, names, before }: {
    readonly rules: JobRules;
    readonly names: JobNames;
    readonly before: JobPod | undefined;
  },
): PodAdditions {
  const text = String(index);
  const { length } = `-${text}-`;
  return {
    prefix: `${job.slice(0, MOST_PREFIX - length)}-${text}`,
    labels: { [names.index]: text },
    annotations: {
      [names.index]: text,
      ...(rules.backoffLimitPerIndex !== undefined && failuresBefore(rules, names, before)),
    },
  };
}

/** How often an index has failed, for the next of its pods. */
function failuresBefore(
  { failurePolicy }: JobRules,
  names: JobNames,
  before: JobPod | undefined,
): Record<string, string> {
  if (before === undefined) return { [names.failures]: "0" };
  const { isCounted } = meaningOf(failurePolicy, before);
  const failures = before.failures + (isCounted ? 1 : 0);
  const ignored = before.ignored + (isCounted ? 0 : 1);
  return {
    [names.failures]: String(failures),
    ...(ignored > 0 && { [names.ignored]: String(ignored) }),
  };
}
