/**
 * What a pod's status says of containers that do not run, or are not ready, beside what its specification asks of them.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import type { LivePod } from "../pod/pod_info.ts";
import type { UnreadyContainer, WaitingContainer } from "./explanation.ts";

type Status = NonNullable<LivePod["status"]>;
type Container = NonNullable<Status["containerStatuses"]>[number];
type Probe = NonNullable<LivePod["spec"]["containers"][number]["readinessProbe"]>;

/** None that runs, has ended, or of which nothing is said. */
export function waitingContainers(status: LivePod["status"]): WaitingContainer[] {
  return [...status?.initContainerStatuses ?? [], ...status?.containerStatuses ?? []]
    .flatMap(waitingContainer);
}

function waitingContainer({ name, state, lastState }: Container): WaitingContainer[] {
  const { reason, message } = state?.waiting ?? {};
  if (!reason) return [];
  const ended = lastState?.terminated;
  return [{
    name,
    reason,
    ...(message && { message }),
    ...(ended && {
      last: { exitCode: ended.exitCode, ...(ended.reason && { reason: ended.reason }) },
    }),
  }];
}

/** Of a pod that runs: the containers that run, or have ended, and keep it from being ready. */
export function unreadyContainers({ spec, status }: LivePod): UnreadyContainer[] {
  if (status?.phase !== "Running") return [];
  // Of those that start the pod only sidecars, which run beside the others, have to be ready.
  const sidecars = new Set(
    spec.initContainers?.filter((one) => one.restartPolicy === "Always").map(({ name }) => name),
  );
  const own = [
    ...(status.initContainerStatuses ?? []).filter(({ name }) => sidecars.has(name)),
    ...status.containerStatuses ?? [],
  ];
  const all = new Map(
    [...spec.initContainers ?? [], ...spec.containers].map((one) => [one.name, one]),
  );
  return own.flatMap(({ name, state, ready, started }) => {
    if (ready) return [];
    if (state?.terminated) {
      return [{ name, why: `has ended with exit code ${state.terminated.exitCode}` }];
    }
    if (!state?.running) return [];
    const { startupProbe, readinessProbe } = all.get(name) ?? {};
    if (started === false && startupProbe) {
      return [{
        name,
        why: `runs, and its startup probe has not succeeded yet: ${asked(startupProbe)}`,
      }];
    }
    if (!readinessProbe) return [{ name, why: "runs and is not ready" }];
    return [{
      name,
      why: `runs and is not ready by its readiness probe: ${asked(readinessProbe)}`,
    }];
  });
}

/** The gates of a pod's readiness that are not open. */
export function closedGates({ spec, status }: LivePod): string[] {
  if (status?.phase !== "Running") return [];
  const open = new Set(
    status.conditions?.filter((one) => one.status === "True").map(({ type }) => type),
  );
  return (spec.readinessGates ?? []).map((gate) => gate.conditionType)
    .filter((type) => !open.has(type));
}

function asked({ httpGet, tcpSocket, grpc, exec }: Probe): string {
  if (httpGet) {
    return `${httpGet.scheme ?? "HTTP"} GET ${httpGet.path ?? "/"} at port ${httpGet.port}`;
  }
  if (tcpSocket) return `a connection to port ${tcpSocket.port}`;
  if (grpc) return `gRPC at port ${grpc.port}`;
  return `the command ${((exec as coreV1.ExecAction)?.command ?? []).join(" ")}`;
}
