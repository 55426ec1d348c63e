/**
 * What people are told of ports that containers of a pod have in common.
 *
 * @module
 */

import type { ContainerPort, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../../toolkit/errors/mod.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { ENOUGH } from "../../validation/enough.ts";
import { CONTAINER_LISTS } from "../container_lists.ts";

interface Placed {
  readonly port: ContainerPort;
  readonly path: FieldPath;
  /** Its place among all of the pod. */
  readonly index: number;
}

/** Warns of ports that are there twice, or overlap. */
export function warnOfPorts(warnings: string[], path: FieldPath, spec: PodSpec): void {
  if (!isWorthLooking(spec)) return;
  const all = placedPorts(spec, path);
  const known = new Map<string, KnownPorts>();
  for (const one of all) {
    if (warnings.length >= ENOUGH) return;
    const { port, path } = one;
    const { containerPort, protocol = "", hostIP = "", hostPort = 0 } = port;
    if (hostIP !== "" && hostPort === 0) {
      warnings.push(`${path}: hostIP set without hostPort: ${shownPort(port)}`);
    }
    const key = `${containerPort}/${protocol}`;
    let same = known.get(key);
    if (same === undefined) known.set(key, same = new KnownPorts());
    for (const other of same.related(port)) {
      const how = conflict(port, other.port);
      if (how !== undefined) warnings.push(`${path}: ${how} port definition with ${other.path}`);
    }
    same.add(one);
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
  ).map((one, index) => ({ ...one, index }));
}

/** Ports of one number and protocol, found by what on nodes they stand for. */
class KnownPorts {
  readonly #all: Placed[] = [];
  readonly #byHostPort = new Map<number, Placed[]>();
  readonly #byHost = new Map<string, Placed[]>();

  add(one: Placed): void {
    const { hostPort = 0, hostIP = "" } = one.port;
    this.#all.push(one);
    append(this.#byHostPort, hostPort, one);
    append(this.#byHost, `${hostPort}/${hostIP}`, one);
  }

  /** Those that may be in conflict with a port, in the order in which they came. */
  related({ hostPort = 0, hostIP = "" }: ContainerPort): readonly Placed[] {
    if (this.#all.length === 0 || hostPort === 0) return this.#all;
    const anywhere = this.#byHostPort.get(0) ?? [];
    const same = hostIP === "" ? this.#byHostPort.get(hostPort) ?? [] : [
      ...this.#byHost.get(`${hostPort}/`) ?? [],
      ...this.#byHost.get(`${hostPort}/${hostIP}`) ?? [],
    ];
    return [...anywhere, ...same].sort((one, other) => one.index - other.index);
  }
}

function append<K>(lists: Map<K, Placed[]>, key: K, one: Placed): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
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
