/**
 * What people are told of ports that containers of a pod have in common.
 *
 * @module
 */

import type { ContainerPort, PodSpec } from "../../../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../../../toolkit/values/mod.ts";
import { CONTAINER_LISTS } from "../containers/container_lists.ts";

interface Placed {
  readonly port: ContainerPort;
  readonly path: FieldPath;
}

/** Warns of ports that are there twice, or overlap. */
export function warnOfPorts(warnings: string[], path: FieldPath, spec: PodSpec): void {
  if (!isWorthLooking(spec)) return;
  const all = placedPorts(spec, path);
  const known = new Map<string, Placed[]>();
  for (const one of all) {
    const { port, path } = one;
    const { containerPort, protocol = "", hostIP = "", hostPort = 0 } = port;
    if (hostIP !== "" && hostPort === 0) {
      warnings.push(`${path}: hostIP set without hostPort: ${shownPort(port)}`);
    }
    const key = `${containerPort}/${protocol}`;
    const same = known.get(key);
    if (same === undefined) known.set(key, [one]);
    else {
      for (const other of same) {
        const how = conflict(port, other.port);
        if (how !== undefined) warnings.push(`${path}: ${how} port definition with ${other.path}`);
      }
      same.push(one);
    }
  }
  warnOfNames(warnings, all);
}

/** Whether there are several ports, or one that is of note by itself. */
function isWorthLooking(spec: PodSpec): boolean {
  let count = 0;
  for (const list of CONTAINER_LISTS) {
    const containers = spec[list];
    if (!containers) continue;
    for (const { ports } of containers) {
      if (ports === undefined) continue;
      count += ports.length;
      if (count > 1 || ports[0]?.hostIP) return true;
    }
  }
  return false;
}

function placedPorts(spec: PodSpec, path: FieldPath): Placed[] {
  return CONTAINER_LISTS.flatMap((list) =>
    (spec[list] ?? []).flatMap(({ ports = [] }, place) => {
      const at = path.child(list).index(place).child("ports");
      return ports.map((port, index) => ({ port, path: at.index(index) }));
    })
  );
}

/** How two ports of one number and protocol get into each other's way. */
function conflict(
  { hostIP = "", hostPort = 0 }: ContainerPort,
  { hostIP: otherIp = "", hostPort: otherPort = 0 }: ContainerPort,
): string | undefined {
  if (hostPort === otherPort && hostIP === otherIp) return "duplicate";
  if (hostPort === 0 || otherPort === 0) return "overlapping";
  // On all addresses of the node, or on one: nobody says whose it is there.
  const isOneEverywhere = (hostIP === "") !== (otherIp === "");
  return hostPort === otherPort && isOneEverywhere ? "dangerously ambiguous" : undefined;
}

function warnOfNames(warnings: string[], ports: readonly Placed[]): void {
  const names = new Map<string, FieldPath>();
  for (const { port: { name }, path } of ports) {
    if (!name) continue;
    const first = names.get(name);
    if (first === undefined) names.set(name, path);
    else {
      warnings.push(
        `${path}: duplicate port name ${quoteText(name)} with ${first}, services and probes that ` +
          `select ports by name will use ${first}`,
      );
    }
  }
}

/** A port as the reference prints its own. */
function shownPort(port: ContainerPort): string {
  const { name = "", hostPort = 0, containerPort, protocol = "", hostIP = "" } = port;
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} ` +
    `Protocol:${protocol} HostIP:${hostIP}}`;
}
