/**
 * The rules for a service's ports.
 *
 * @module
 */

import type { ServicePort, ServiceSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkLabelKey,
  checkPortName,
  checkPortNumber,
} from "../../../../toolkit/validation/mod.ts";
import { requireChoice } from "../../validation/choices.ts";
import { SPEC } from "./view.ts";

const PORTS = SPEC.child("ports");
const PROTOCOLS = ["SCTP", "TCP", "UDP"];

/** The rules for each port by itself. */
export function validatePorts(errors: FieldError[], ports: readonly ServicePort[]): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const path = PORTS.index(index);
    const { name = "" } = port;
    if (name === "") {
      if (ports.length > 1) errors.push(FieldError.required(path.child("name")));
    } else {
      addInvalid(errors, path.child("name"), name, checkDns1123Label(name));
      if (names.has(name)) errors.push(FieldError.duplicate(path.child("name"), name));
      names.add(name);
    }
    validatePort(errors, path, port);
  }
}

function validatePort(
  errors: FieldError[],
  path: FieldPath,
  { port, protocol, targetPort, appProtocol }: ServicePort,
): void {
  addInvalid(errors, path.child("port"), port, checkPortNumber(port));
  requireChoice(errors, path.child("protocol"), protocol, PROTOCOLS);
  const target = path.child("targetPort");
  if (typeof targetPort === "string") {
    addInvalid(errors, target, targetPort, checkPortName(targetPort));
  } else addInvalid(errors, target, targetPort ?? 0, checkPortNumber(targetPort ?? 0));
  if (appProtocol !== undefined) {
    addInvalid(errors, path.child("appProtocol"), appProtocol, checkLabelKey(appProtocol));
  }
}

/** Refuses ports on nodes where there are none, and what is there twice. */
export function validateDistinctPorts(
  errors: FieldError[],
  { type, ports = [] }: ServiceSpec,
): void {
  if (type === "ClusterIP") {
    for (const [index, { nodePort }] of ports.entries()) {
      if (!nodePort) continue;
      const why = "may not be used when `type` is 'ClusterIP'";
      errors.push(FieldError.forbidden(PORTS.index(index).child("nodePort"), why));
    }
  }
  const nodePorts = new Set<string>();
  for (const [index, { protocol, nodePort }] of ports.entries()) {
    if (!nodePort) continue;
    const which = `${protocol} ${nodePort}`;
    if (nodePorts.has(which)) {
      errors.push(FieldError.duplicate(PORTS.index(index).child("nodePort"), nodePort));
    }
    nodePorts.add(which);
  }
  const seen = new Set<string>();
  for (const [index, { protocol, port }] of ports.entries()) {
    const which = `${protocol} ${port}`;
    if (seen.has(which)) {
      errors.push(FieldError.duplicate(PORTS.index(index), shown(port, protocol)));
    }
    seen.add(which);
  }
}

/** What two ports have in common, as the reference's message shows it. */
function shown(port: number, protocol: string | undefined) {
  return {
    Name: "",
    Protocol: protocol,
    AppProtocol: null,
    Port: port,
    TargetPort: 0,
    NodePort: 0,
  };
}
