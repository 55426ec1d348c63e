/**
 * A port of a node is for one pod.
 *
 * @module
 */

import { ACTION, type Plugin, SKIP, unschedulable } from "../framework/mod.ts";
import { portsConflict } from "../../../toolkit/pods/host_ports.ts";
import type { PodInfo } from "../pod/pod_info.ts";

const TAKEN = unschedulable("node(s) didn't have free ports for the requested pod ports");

/** Makes the plugin. */
export function nodePorts(): Plugin {
  return {
    name: "NodePorts",
    events: [
      {
        resource: "Pod",
        action: ACTION.delete,
        hint(pod, before) {
          const { nodeName, nominatedNodeName, ports } = before as PodInfo;
          if (nodeName === "" && nominatedNodeName === "") return "Skip";
          const frees = ports.some((taken) => pod.ports.some((port) => portsConflict(port, taken)));
          return frees ? "Queue" : "Skip";
        },
      },
      { resource: "Node", action: ACTION.add },
    ],
    preFilter: (_, { ports }) => ports.length === 0 ? SKIP : undefined,
    filter: (_, { ports }, node) => node.hasConflict(ports) ? TAKEN : undefined,
  };
}
