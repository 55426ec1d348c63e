/**
 * Containers that ended for good: no report of a node agent lets them run again.
 *
 * @module
 */

import type { Container, ContainerStatus, Pod, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";

/** A list of what a pod's status says of its containers. */
export type ContainerStatuses =
  | "containerStatuses"
  | "initContainerStatuses"
  | "ephemeralContainerStatuses";

const REVIVED = "may not be transitioned to non-terminated state";

/** Refuses that what ended for good is told to be anything else; the places are those of before. */
export function validateNoRevival(
  errors: FieldError[],
  status: FieldPath,
  list: ContainerStatuses,
  { status: now }: Pod,
  { status: before }: Pod,
  spec: PodSpec,
): void {
  const isEphemeral = list === "ephemeralContainerStatuses";
  // One of them may have all of them run again.
  if (!isEphemeral && restartsAll(spec)) return;
  if (!before?.[list]?.some(({ state }) => state?.terminated !== undefined)) return;
  const told = namesToldAlive(now?.[list]);
  const containers = containersOf(spec, list);
  for (const [index, { name, state }] of before[list].entries()) {
    const ended = state?.terminated;
    if (ended === undefined || !told.has(name)) continue;
    if (!isEphemeral && mayRunAgain(containers.get(name), spec, ended.exitCode)) continue;
    errors.push(FieldError.forbidden(status.child(list).index(index).child("state"), REVIVED));
  }
}

/** The containers that are told to be in another state than at their end. */
function namesToldAlive(statuses: readonly ContainerStatus[] = []): Set<string> {
  const alive = statuses.filter(({ state }) => state?.terminated === undefined);
  return new Set(alive.map(({ name }) => name));
}

function restartsAll({ containers, initContainers }: PodSpec): boolean {
  return [...containers ?? [], ...initContainers ?? []].some(({ restartPolicyRules: rules }) =>
    rules?.some(({ action }) => action === "RestartAllContainers")
  );
}

function containersOf(
  { containers, initContainers }: PodSpec,
  list: ContainerStatuses,
): Map<string, Container> {
  const all = list === "containerStatuses" ? containers : initContainers;
  // Of several of one name, the first is meant.
  return new Map(all?.toReversed().map((container) => [container.name, container]));
}

/** Whether a container that ended with this code is meant to be run again. */
function mayRunAgain(container: Container | undefined, pod: PodSpec, code: number): boolean {
  if (container === undefined) return false;
  const { restartPolicy: own, restartPolicyRules: rules = [] } = container;
  if (own !== undefined) {
    for (const { action, exitCodes } of rules) {
      if (exitCodes === undefined) continue;
      const isNamed = exitCodes.values?.includes(code) ?? false;
      if (isNamed !== (exitCodes.operator === "In")) continue;
      if (action === "Restart" || action === "RestartAllContainers") return true;
    }
  }
  const policy = own ?? pod.restartPolicy;
  return policy === "OnFailure" ? code !== 0 : policy !== "Never";
}
