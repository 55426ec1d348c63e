/**
 * Which ports on every node a service gets.
 *
 * @module
 */

import type { ServicePort, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, internalError, invalid, StatusError } from "../../../../toolkit/errors/mod.ts";
import type { Scope } from "../../../addresses/mod.ts";
import type { NodePorts } from "../../../addresses/node_ports.ts";
import { Refused } from "../../../addresses/refused.ts";
import { hasNodePorts, needsHealthPort, needsNodePorts, nodePortsOf, SPEC } from "./view.ts";

const KIND = { group: "", kind: "Service" };

/** A service with all its ports, and those of them that it had not before: each is held. */
export interface ChosenPorts {
  readonly spec: ServiceSpec;
  readonly held: readonly number[];
}

/** Is told of each port that a service needs: whether a certain one, and whether it could be had. */
export type PortAsked = (scope: Scope, isHeld: boolean) => void;

/** Chooses what `spec` needs and does not name. Throws a status, with nothing held, where it can't. */
export function choosePorts(
  name: string,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  ports: NodePorts,
  asked: PortAsked,
): ChosenPorts {
  const held: number[] = [];
  const has = old === undefined ? new Set<number>() : nodePortsOf(old);
  const hold = (port?: number) => {
    const scope = port === undefined ? "dynamic" : "static";
    let chosen: number | undefined;
    try {
      chosen = ports.hold(port);
    } finally {
      asked(scope, chosen !== undefined);
    }
    held.push(chosen);
    return chosen;
  };
  const whole = { ...spec };
  try {
    if (hasNodePorts(spec)) {
      whole.ports = old === undefined
        ? portsOfNew(name, spec, hold)
        : portsOfChanged(name, spec, has, hold);
    }
    const health = healthPort(spec, has, hold);
    if (health !== undefined) whole.healthCheckNodePort = health;
  } catch (error) {
    for (const port of held) ports.letGo(port);
    throw error;
  }
  return { spec: whole, held };
}

type Hold = (port?: number) => number;

/** Ports of a new service: one number on nodes does for the same port of several protocols. */
function portsOfNew(name: string, spec: ServiceSpec, hold: Hold): ServicePort[] {
  const { ports = [] } = spec;
  const wanted = new Map<number, number>();
  for (const { port, nodePort } of ports) {
    if (nodePort && !wanted.has(port)) wanted.set(port, nodePort);
  }
  const chosen = new Map<number, number>();
  return ports.map((port, index) => {
    const { nodePort = 0 } = port;
    if (nodePort === 0 && !needsNodePorts(spec)) return port;
    const known = chosen.get(port.port);
    if (known !== undefined) {
      if (nodePort !== 0 && nodePort !== known) holdNamed(name, index, nodePort, hold);
      return { ...port, nodePort: nodePort || known };
    }
    const asked = wanted.get(port.port) ?? 0;
    const found = asked === 0 ? holdAny(hold) : holdNamed(name, index, asked, hold);
    chosen.set(port.port, found);
    return { ...port, nodePort: found };
  });
}

function portsOfChanged(
  name: string,
  spec: ServiceSpec,
  had: ReadonlySet<number>,
  hold: Hold,
): ServicePort[] {
  const has = new Set(had);
  return (spec.ports ?? []).map((port, index) => {
    const nodePort = port.nodePort || (needsNodePorts(spec) ? holdAny(hold) : 0);
    if (nodePort === 0) return port;
    if (port.nodePort && !has.has(nodePort)) holdNamed(name, index, nodePort, hold);
    has.add(nodePort);
    return port.nodePort ? port : { ...port, nodePort };
  });
}

function healthPort(
  spec: ServiceSpec,
  has: ReadonlySet<number>,
  hold: Hold,
): number | undefined {
  if (!needsHealthPort(spec)) return undefined;
  const { healthCheckNodePort: asked = 0 } = spec;
  if (asked !== 0 && has.has(asked)) return asked;
  try {
    return hold(asked || undefined);
  } catch (error) {
    const which = asked === 0
      ? "a HealthCheck NodePort 0"
      : `requested HealthCheck NodePort ${asked}`;
    throw internalError(`failed to allocate ${which}: ${(error as Error).message}`, error);
  }
}

function holdNamed(name: string, index: number, port: number, hold: Hold): number {
  try {
    return hold(port);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const path = SPEC.child("ports").index(index).child("nodePort");
    throw invalid(KIND, name, [FieldError.invalid(path, port, error.message)]);
  }
}

function holdAny(hold: Hold): number {
  try {
    return hold();
  } catch (error) {
    if (error instanceof StatusError) throw error;
    throw internalError(`failed to allocate a nodePort: ${(error as Error).message}`, error);
  }
}
