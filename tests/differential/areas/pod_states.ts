/**
 * Pods in states that follow from random numbers.
 *
 * @module
 */

import type { AnyObject } from "../session.ts";
import type { ShownState } from "./shown_states.ts";

/** A pod in some state that an agent might tell of. */
export function podState(random: () => number): ShownState {
  const chance = (part: number) => random() < part;
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const time = () =>
    `20${10 + Math.floor(random() * 15)}-03-0${1 + Math.floor(random() * 9)}T00:00:00Z`;

  const terminated = () => ({
    exitCode: one([0, 0, 1, 137]),
    ...(chance(0.5) && { reason: one(["Completed", "Error", "OOMKilled"]) }),
    ...(chance(0.2) && { signal: 9 }),
    ...(chance(0.8) && { finishedAt: time() }),
  });
  const state = (): AnyObject => {
    const kind = one(["waiting", "running", "running", "terminated", "terminated", "none"]);
    if (kind === "terminated") return { terminated: terminated() };
    if (kind === "running") return { running: { startedAt: time() } };
    if (kind === "none") return {};
    const reason = one(["PodInitializing", "CrashLoopBackOff", "ImagePullBackOff", ""]);
    return { waiting: reason === "" ? {} : { reason } };
  };
  const statusOf = ({ name }: AnyObject) => ({
    name,
    image: "i",
    imageID: "",
    ready: chance(0.5),
    restartCount: one([0, 0, 1, 7]),
    state: state(),
    ...(chance(0.5) && { started: chance(0.7) }),
    ...(chance(0.4) && { lastState: { terminated: terminated() } }),
  });
  const named = (prefix: string, count: number, more: () => AnyObject = () => ({})) =>
    Array.from({ length: count }, (_, at) => ({ name: `${prefix}${at}`, image: "i", ...more() }));

  const containers = named("c", one([1, 1, 2, 3]));
  const initContainers = named(
    "i",
    one([0, 0, 1, 2, 3]),
    () => chance(0.4) ? { restartPolicy: "Always" } : {},
  );
  const conditions = [
    ...(chance(0.5) ? [{ type: "Initialized", status: one(["True", "False"]) }] : []),
    ...(chance(0.5) ? [{ type: "Ready", status: one(["True", "False"]) }] : []),
    ...(chance(0.2) ? [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }] : []),
    ...(chance(0.3) ? [{ type: "example.com/gate", status: one(["True", "Unknown"]) }] : []),
  ];
  const isPlaced = chance(0.6);
  return {
    ends: chance(0.25),
    spec: {
      containers,
      ...(initContainers.length > 0 && { initContainers }),
      ...(isPlaced && { nodeName: "n" }),
      ...(chance(0.3) && {
        readinessGates: ["example.com/gate", "example.com/other"].map((conditionType) => ({
          conditionType,
        })),
      }),
    },
    status: {
      phase: one(["Pending", "Running", "Running", "Succeeded", "Failed", "Unknown"]),
      ...(chance(0.2) && { reason: one(["Evicted", "NodeLost", "Completed"]) }),
      ...(chance(0.4) && { podIPs: [{ ip: "192.0.2.7" }] }),
      ...(!isPlaced && chance(0.4) && { nominatedNodeName: "m" }),
      conditions,
      containerStatuses: containers.slice(0, chance(0.8) ? 3 : 1).map(statusOf),
      initContainerStatuses: initContainers.slice(0, chance(0.8) ? 3 : 1).map(statusOf),
    },
  };
}
