/**
 * What people are told of a pod's specification that is allowed, and most likely not what they meant.
 *
 * @module
 */

import type { Container, PodSpec } from "../../../../toolkit/api/core_v1.ts";
import type { FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { checkDns1123Label } from "../../../../toolkit/validation/mod.ts";
import { Quantity, quoteText } from "../../../../toolkit/values/mod.ts";
import { metadataOf } from "../../../registry/metadata.ts";
import { warnOfGoneSources } from "../../rules/gone_sources.ts";
import { placementWarnings } from "./placement_warnings.ts";

/** See the module's comment. */
export function podSpecWarnings(spec: PodSpec, path: FieldPath): string[] {
  const warnings: string[] = [];
  for (const [index, volume] of (spec.volumes ?? []).entries()) {
    warnOfGoneSources(warnings, path.child("volumes").index(index), volume);
  }
  placementWarnings(warnings, path, spec);
  const portNames = new Map<string, FieldPath>();
  for (const list of ["initContainers", "containers"] as const) {
    for (const [index, container] of (spec[list] ?? []).entries()) {
      const at = path.child(list).index(index);
      warnOfAmounts(warnings, at.child("resources"), container.resources);
      warnOfVariables(warnings, at.child("env"), container);
      warnOfPorts(warnings, at.child("ports"), container, portNames);
    }
  }
  warnOfSecrets(warnings, path.child("imagePullSecrets"), spec);
  const { terminationGracePeriodSeconds: grace } = spec;
  if (grace !== undefined && grace < 0) {
    warnings.push(
      `${path.child("terminationGracePeriodSeconds")}: must be >= 0; negative values are invalid ` +
        "and will be treated as 1",
    );
  }
  return warnings;
}

/** What is counted in bytes, of which there are no parts. */
const IN_BYTES = ["memory", "ephemeral-storage"];

function warnOfAmounts(
  warnings: string[],
  path: FieldPath,
  resources: Container["resources"],
): void {
  for (const side of ["limits", "requests"] as const) {
    const amounts = resources?.[side];
    if (amounts === undefined) continue;
    for (const name of IN_BYTES) {
      const amount = amounts[name];
      // Only thousandths of bytes are written so.
      if (!amount?.endsWith("m") || Quantity.parse(amount).wholeValue() !== undefined) continue;
      warnings.push(
        `${path.child(side).key(name)}: fractional byte value ${quoteText(amount)} is invalid, ` +
          "must be an integer",
      );
    }
  }
}

function warnOfVariables(warnings: string[], path: FieldPath, { env }: Container): void {
  if (env === undefined || env.length < 2) return;
  const seen = new Set<string>();
  for (const [index, { name, value }] of env.entries()) {
    // One that builds on the other is meant to come twice.
    if (seen.has(name) && !value?.includes(`$(${name})`)) {
      warnings.push(
        `${path.index(index)}: hides previous definition of ${quoteText(name)}, ` +
          "which may be dropped when using apply",
      );
    }
    seen.add(name);
  }
}

function warnOfPorts(
  warnings: string[],
  path: FieldPath,
  { ports = [] }: Container,
  names: Map<string, FieldPath>,
): void {
  const seen = new Map<string, FieldPath>();
  for (const [index, port] of ports.entries()) {
    const at = path.index(index);
    const { name, containerPort, protocol, hostIP = "", hostPort = 0 } = port;
    const key = `${protocol} ${containerPort} ${hostIP} ${hostPort}`;
    const same = seen.get(key);
    if (same === undefined) seen.set(key, at);
    else warnings.push(`${at}: duplicate port definition with ${same}`);
    if (!name) continue;
    const first = names.get(name);
    if (first === undefined) {
      names.set(name, at);
      continue;
    }
    warnings.push(
      `${at}: duplicate port name ${quoteText(name)} with ${first}, services and probes that ` +
        `select ports by name will use ${first}`,
    );
  }
}

function warnOfSecrets(
  warnings: string[],
  path: FieldPath,
  { imagePullSecrets = [] }: PodSpec,
): void {
  const secrets = new Set<string>();
  for (const [index, { name = "" }] of imagePullSecrets.entries()) {
    const at = path.index(index);
    if (name === "") warnings.push(`${at}.name: invalid empty name ""`);
    else if (secrets.has(name)) warnings.push(`${at}.name: duplicate name ${quoteText(name)}`);
    secrets.add(name);
  }
}

/** Warns of the name of a new pod that is no name of a host. */
export function hostNameWarnings(object: JsonObject, use = "the Pod's hostname"): string[] {
  const wrong = checkDns1123Label(metadataOf(object).name ?? "");
  if (wrong.length === 0) return [];
  return [
    `metadata.name: this is used in ${use}, which can result in surprising behavior; ` +
    `a DNS label is recommended: [${wrong.join(" ")}]`,
  ];
}
