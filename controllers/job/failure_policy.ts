/**
 * What the failure of a pod means, by its job's rules.
 *
 * @module
 */

import type { batchV1 } from "../../toolkit/mod.ts";
import type { ContainerExit, JobPod } from "./job_pod.ts";

/** See the module. */
export interface FailureMeaning {
  /** Of the first rule that the pod matches; undefined: it matches none. */
  readonly action: batchV1.PodFailurePolicyAction | undefined;
  /** Whether it counts towards the limits. */
  readonly isCounted: boolean;
  /** Why the whole job fails, if it does. */
  readonly failsJob?: string;
}

const COUNTED: FailureMeaning = { action: undefined, isCounted: true };

/** What rules say of a pod that has failed; without any, it counts. */
export function meaningOf(
  policy: batchV1.PodFailurePolicy | undefined,
  pod: JobPod,
): FailureMeaning {
  for (
    const [index, { action, onExitCodes, onPodConditions = [] }] of policy?.rules.entries() ?? []
  ) {
    const what = onExitCodes ? exitIn(onExitCodes, pod) : conditionIn(onPodConditions, pod);
    if (what === undefined) continue;
    return {
      action,
      isCounted: action !== "Ignore",
      ...(action === "FailJob" && { failsJob: `${what} matching FailJob rule at index ${index}` }),
    };
  }
  return COUNTED;
}

function exitIn(
  { containerName, operator, values }: batchV1.PodFailurePolicyOnExitCodesRequirement,
  { exits, namespace, name }: JobPod,
): string | undefined {
  const isMeant = ({ container, code }: ContainerExit) =>
    (containerName === undefined || containerName === container) &&
    values.includes(code) === (operator === "In");
  const found = exits.find(isMeant);
  return found &&
    `Container ${found.container} for pod ${namespace}/${name} failed with exit code ${found.code}`;
}

function conditionIn(
  patterns: readonly batchV1.PodFailurePolicyOnPodConditionsPattern[],
  { conditions, namespace, name }: JobPod,
): string | undefined {
  const found = conditions.find(({ type, status }) =>
    patterns.some((pattern) => pattern.type === type && (pattern.status ?? "True") === status)
  );
  return found && `Pod ${namespace}/${name} has condition ${found.type}`;
}
