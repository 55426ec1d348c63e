/**
 * The ports of containers.
 *
 * @module
 */

import type { Container, ContainerPort, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkPortName, checkPortNumber } from "../../../../toolkit/validation/mod.ts";
import { requireChoice } from "../../validation/choices.ts";

const PROTOCOLS = ["SCTP", "TCP", "UDP"];

/** The rules for one container's ports. */
export function validateContainerPorts(
  errors: FieldError[],
  path: FieldPath,
  ports: readonly ContainerPort[],
): void {
  const names = new Set<string>();
  for (const [index, { name, containerPort, hostPort, protocol }] of ports.entries()) {
    const at = path.index(index);
    if (name) {
      const wrong = checkPortName(name);
      addInvalid(errors, at.child("name"), name, wrong);
      if (wrong.length === 0 && names.has(name)) {
        errors.push(FieldError.duplicate(at.child("name"), name));
      }
      names.add(name);
    }
    if (!containerPort) errors.push(FieldError.required(at.child("containerPort")));
    else {
      addInvalid(errors, at.child("containerPort"), containerPort, checkPortNumber(containerPort));
    }
    if (hostPort) addInvalid(errors, at.child("hostPort"), hostPort, checkPortNumber(hostPort));
    requireChoice(errors, at.child("protocol"), protocol, PROTOCOLS);
  }
}

/** Each port of the node can be one container's only. */
export function validateHostPorts(
  errors: FieldError[],
  path: FieldPath,
  containers: readonly Container[],
): void {
  const taken = new Set<string>();
  for (const [index, { ports }] of containers.entries()) {
    for (const [place, { protocol, hostIP = "", hostPort }] of (ports ?? []).entries()) {
      if (!hostPort) continue;
      const port = `${protocol}/${hostIP}/${hostPort}`;
      if (taken.has(port)) {
        const at = path.index(index).child("ports").index(place).child("hostPort");
        errors.push(FieldError.duplicate(at, port));
      }
      taken.add(port);
    }
  }
}

/** In the node's network, a port is the node's. */
export function validateHostNetwork(
  errors: FieldError[],
  path: FieldPath,
  { hostNetwork, containers }: PodSpec,
  isPod: boolean,
): void {
  if (!hostNetwork) return;
  for (const [index, { ports }] of (containers ?? []).entries()) {
    for (const [place, { containerPort, hostPort = 0 }] of (ports ?? []).entries()) {
      // A template's is filled in when a pod is made of it.
      if (hostPort === containerPort || (!isPod && hostPort === 0)) continue;
      const at = path.child("containers").index(index).child("ports").index(place);
      const why = "must match `containerPort` when `hostNetwork` is true";
      errors.push(FieldError.invalid(at.child("hostPort"), hostPort, why));
    }
  }
}
