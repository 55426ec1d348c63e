/**
 * What is told of a node.
 *
 * @module
 */

import type { coreV1, Draft, Node, WriteOf } from "../../../toolkit/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { API_LEVEL, VERSION } from "../../../toolkit/version.ts";
import type { Settings } from "../options.ts";
import type { SimulatedNode } from "./nodes.ts";

/** What all of these nodes run. */
export const OS = "linux";
const ARCHITECTURE = "amd64";

/** A node as it is registered; `now` as statuses have times. */
export function nodeObject(
  node: SimulatedNode,
  settings: Settings,
  names: Names,
  now: string,
): Draft<WriteOf<typeof Node>> {
  const { name } = node;
  const { taints, isSchedulable } = settings;
  return {
    metadata: {
      name,
      labels: labelsOf(node, settings, names),
      annotations: annotationsOf(node, settings, names),
    },
    spec: {
      ...(taints.length > 0 && { taints: [...taints] }),
      ...(!isSchedulable && { unschedulable: true }),
    },
    status: { ...factsOf(node, settings), conditions: conditionsOf(names, now) },
  };
}

/** The labels that a node is to have. */
export function labelsOf(
  { name }: SimulatedNode,
  { labels }: Settings,
  names: Names,
): Record<string, string> {
  return {
    [names.labelHostName]: name,
    [names.labelOs]: OS,
    [names.labelArch]: ARCHITECTURE,
    [names.labelOldOs]: OS,
    [names.labelOldArch]: ARCHITECTURE,
    ...labels,
  };
}

/** The annotations that a node is to have: where its use is told, as all nodes share a port. */
export function annotationsOf(
  { name }: SimulatedNode,
  { port }: Settings,
  names: Names,
): Record<string, string> {
  if (port === 0) return {};
  return { [names.annotationResourceMetricsPath]: `/nodes/${name}/metrics/resource` };
}

/** What of its status does not change. */
export function factsOf(
  { name }: SimulatedNode,
  { capacity, allocatable, address, port }: Settings,
): coreV1.NodeStatus {
  const id = hexOf(name);
  return {
    capacity: { ...capacity },
    allocatable: { ...allocatable },
    // Whoever prefers names finds the agent as well: no name of a simulated node leads anywhere.
    addresses: [{ type: "InternalIP", address }, { type: "Hostname", address }],
    ...(port !== 0 && { daemonEndpoints: { kubeletEndpoint: { Port: port } } }),
    // That of what not all agents can do: any size holds at once.
    declaredFeatures: [
      "InPlacePodLevelResourcesVerticalScaling",
      "InPlacePodVerticalScalingInitContainers",
    ],
    nodeInfo: {
      machineID: id,
      systemUUID: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      bootID: id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"),
      kernelVersion: "simulated",
      osImage: "Simulated",
      containerRuntimeVersion: `simulated://${VERSION}`,
      kubeletVersion: `${API_LEVEL}+orch-${VERSION}`,
      kubeProxyVersion: "",
      operatingSystem: OS,
      architecture: ARCHITECTURE,
    },
  };
}

/** That it is well. Whether it is ready stands last, where scripts look. */
export function conditionsOf(
  { processNodeAgent: agent }: Names,
  now: string,
): coreV1.NodeCondition[] {
  const well: readonly (readonly [string, "True" | "False", string, string])[] = [
    [
      "MemoryPressure",
      "False",
      "KubeletHasSufficientMemory",
      `${agent} has sufficient memory available`,
    ],
    ["DiskPressure", "False", "KubeletHasNoDiskPressure", `${agent} has no disk pressure`],
    ["PIDPressure", "False", "KubeletHasSufficientPID", `${agent} has sufficient PID available`],
    ["Ready", "True", "KubeletReady", `${agent} is posting ready status`],
  ];
  return well.map(([type, status, reason, message]) => ({
    type,
    status,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
    reason,
    message,
  }));
}

/** Thirty-two digits that are of a name alone. */
function hexOf(name: string): string {
  let text = "";
  for (let part = 0; part < 4; part++) {
    let hash = 0x811c9dc5 ^ part;
    for (let at = 0; at < name.length; at++) {
      hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193) >>> 0;
    }
    text += hash.toString(16).padStart(8, "0");
  }
  return text;
}
