/**
 * Warnings for pods and pod templates.
 *
 * @module
 */

import type { Container, PodSpec, PodTemplateSpec } from "../../../../toolkit/api/core_v1.ts";
import { FieldPath } from "../../../../toolkit/errors/mod.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import { checkDns1123Label } from "../../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../../toolkit/values/mod.ts";
import { metadataOf } from "../../../resource/metadata.ts";
import { warnOfIp } from "../../validation/address_warnings.ts";
import { warnOfClaimSpec } from "../../volumes/claim_warnings.ts";
import { isFraction, warnOfFraction } from "../../validation/fractions.ts";
import { warnOfGoneSources } from "../../volumes/removed_volume_plugins.ts";
import { CONTAINER_LISTS } from "../container_lists.ts";
import { warnOfFiles } from "./files.ts";
import {
  nameProfiles,
  warnOfAppArmor,
  warnOfGoneAnnotations,
  warnOfPodSeccomp,
  warnOfSeccomp,
} from "../old_annotations.ts";
import { warnOfNodes, warnOfPods } from "./placement.ts";
import { warnOfPorts } from "./ports.ts";

/** Where what is warned of stands. */
export interface PodPlace {
  readonly spec: FieldPath;
  readonly annotations: FieldPath;
  /** Whether it is a template of pods. A pod's AppArmor profile is told of where it is read. */
  readonly isTemplate: boolean;
}

/** A pod that is an object itself. */
export const WHOLE_POD: PodPlace = {
  spec: FieldPath.of("spec"),
  annotations: FieldPath.of("metadata", "annotations"),
  isTemplate: false,
};

/** A template of pods that stands at `path`. */
export function templateAt(path: FieldPath): PodPlace {
  return {
    spec: path.child("spec"),
    annotations: path.child("metadata", "annotations"),
    isTemplate: true,
  };
}

/**
 * The warnings for a pod that is valid but most likely not what was meant, such as deprecated
 * fields and duplicate names. `place` says where the pod stands, so that those of a template name
 * the path in the workload.
 */
export function podWarnings(pod: PodTemplateSpec, place: PodPlace): string[] {
  const { spec } = pod;
  if (spec === undefined) return [];
  const warnings: string[] = [];
  const annotations = pod.metadata?.annotations;
  const path = place.spec;
  warnOfNodes(warnings, path, spec);
  if (annotations !== undefined) warnOfGoneAnnotations(warnings, place.annotations, annotations);
  if (spec.volumes !== undefined) warnOfVolumes(warnings, path.child("volumes"), spec.volumes);
  if (spec.hostAliases !== undefined) warnOfRepeatedHosts(warnings, path, spec.hostAliases);
  if (spec.imagePullSecrets !== undefined) warnOfSecrets(warnings, path, spec.imagePullSecrets);
  for (const name of IN_BYTES) {
    warnOfFraction(warnings, path.child("overhead"), spec.overhead, name);
  }
  warnOfContainers(warnings, place, spec, annotations);
  warnOfPorts(warnings, path, spec);
  const { terminationGracePeriodSeconds: grace } = spec;
  if (grace !== undefined && grace < 0) {
    warnings.push(
      `${path.child("terminationGracePeriodSeconds")}: must be >= 0; negative values are invalid ` +
        "and will be treated as 1",
    );
  }
  if (spec.affinity !== undefined) warnOfPods(warnings, path.child("affinity"), spec.affinity);
  warnOfAddresses(warnings, path, spec);
  return warnings;
}

function warnOfVolumes(
  warnings: string[],
  path: FieldPath,
  volumes: NonNullable<PodSpec["volumes"]>,
): void {
  for (const [index, volume] of volumes.entries()) {
    const at = path.index(index);
    warnOfGoneSources(warnings, at, volume, true);
    const claim = volume.ephemeral?.volumeClaimTemplate;
    if (claim === undefined) continue;
    warnOfClaimSpec(warnings, at.child("ephemeral", "volumeClaimTemplate", "spec"), claim.spec);
  }
  for (const volume of volumes) warnOfFiles(warnings, volume);
}

function warnOfRepeatedHosts(
  warnings: string[],
  path: FieldPath,
  aliases: NonNullable<PodSpec["hostAliases"]>,
): void {
  const seen = new Set<string>();
  for (const [index, { ip }] of aliases.entries()) {
    const at = path.child("hostAliases").index(index).child("ip");
    if (seen.has(ip)) warnings.push(`${at}: duplicate ip ${quoteText(ip)}`);
    seen.add(ip);
  }
}

function warnOfSecrets(
  warnings: string[],
  path: FieldPath,
  secrets: NonNullable<PodSpec["imagePullSecrets"]>,
): void {
  const at = (index: number) => path.child("imagePullSecrets").index(index).child("name");
  const seen = new Set<string>();
  for (const [index, { name = "" }] of secrets.entries()) {
    if (seen.has(name)) warnings.push(`${at(index)}: duplicate name ${quoteText(name)}`);
    seen.add(name);
  }
  for (const [index, { name }] of secrets.entries()) {
    if (!name) warnings.push(`${at(index)}: invalid empty name ""`);
  }
}

/** What is counted in bytes, of which there are no parts. */
const IN_BYTES = ["memory", "ephemeral-storage"];

function warnOfContainers(
  warnings: string[],
  { spec: path, annotations: place, isTemplate }: PodPlace,
  spec: PodSpec,
  annotations: Readonly<Record<string, string>> | undefined,
): void {
  const profiles = annotations !== undefined && nameProfiles(annotations) ? annotations : undefined;
  if (profiles !== undefined) warnOfPodSeccomp(warnings, place, profiles, spec);
  const ofPod = spec.securityContext?.appArmorProfile;
  for (const list of CONTAINER_LISTS) {
    const containers = spec[list];
    if (!containers) continue;
    for (let index = 0; index < containers.length; index++) {
      const container = containers[index] as Container;
      if (profiles !== undefined) {
        warnOfSeccomp(warnings, place, profiles, container);
        if (isTemplate) warnOfAppArmor(warnings, place, profiles, container, ofPod);
      }
      if (hasFractions(container)) {
        warnOfFractions(warnings, path.child(list).index(index), container);
      }
      if (hidesVariables(container)) {
        warnOfVariables(warnings, path.child(list).index(index).child("env"), container);
      }
    }
  }
}

function hasFractions({ resources }: Container): boolean {
  if (resources === undefined) return false;
  const { limits, requests } = resources;
  return IN_BYTES.some((name) => isFraction(limits, name) || isFraction(requests, name));
}

function warnOfFractions(warnings: string[], path: FieldPath, { resources }: Container): void {
  for (const name of IN_BYTES) {
    for (const side of ["limits", "requests"] as const) {
      warnOfFraction(warnings, path.child("resources", side), resources?.[side], name);
    }
  }
}

/** The most variables among which twins are looked for one by one. */
const FEW = 16;

/** Whether a variable comes twice. */
function hidesVariables({ env }: Container): boolean {
  if (env === undefined || env.length < 2) return false;
  if (env.length > FEW) return new Set(env.map(({ name }) => name)).size < env.length;
  for (let index = 1; index < env.length; index++) {
    for (let before = 0; before < index; before++) {
      if (env[before]!.name === env[index]!.name) return true;
    }
  }
  return false;
}

function warnOfVariables(warnings: string[], path: FieldPath, { env = [] }: Container): void {
  const seen = new Set<string>();
  for (const [index, { name, value = "", valueFrom }] of env.entries()) {
    const reference = `$(${name})`;
    // One that builds on the other is meant to come twice.
    const builds = valueFrom === undefined && value !== reference && value.includes(reference);
    if (seen.has(name) && !builds) {
      warnings.push(
        `${path.index(index)}: hides previous definition of ${quoteText(name)}, ` +
          "which may be dropped when using apply",
      );
    }
    seen.add(name);
  }
}

/** Addresses that are not written as they should be. */
function warnOfAddresses(
  warnings: string[],
  path: FieldPath,
  { dnsConfig, hostAliases }: PodSpec,
): void {
  if (dnsConfig?.nameservers !== undefined) {
    for (const [index, address] of dnsConfig.nameservers.entries()) {
      warnOfIp(warnings, path.child("dnsConfig", "nameservers").index(index), address);
    }
  }
  if (hostAliases === undefined) return;
  for (const [index, { ip }] of hostAliases.entries()) {
    warnOfIp(warnings, path.child("hostAliases").index(index).child("ip"), ip);
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
