/**
 * The containers of pods: those that run, those that come before them, and those that look into them.
 *
 * @module
 */

import type { Container, EphemeralContainer } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Label } from "../../../../toolkit/validation/mod.ts";
import { requireChoice, validateChoice } from "../../validation/choices.ts";
import { validateRequirements } from "../../validation/resources.ts";
import type { PodContext } from "../context.ts";
import { validateEnv, validateEnvFrom } from "./env.ts";
import { validateDevices, validateMounts } from "./mounts.ts";
import { validateContainerPorts, validateHostPorts } from "./ports.ts";
import { validateLifecycle, validateProbes } from "./probes.ts";
import { validateSecurityContext } from "../security/security.ts";

const MESSAGE_POLICIES = ["File", "FallbackToLogsOnError"];
const PULL_POLICIES = ["Always", "IfNotPresent", "Never"];
const RESTARTS = ["Always", "Never", "OnFailure"];
const RULE_ACTIONS = ["Restart", "RestartAllContainers"];
const RULES_LIMIT = 20;
const EXIT_CODES_LIMIT = 255;

/** The rules for the containers that a pod is there for. */
export function validateContainers(
  errors: FieldError[],
  path: FieldPath,
  containers: readonly Container[],
  context: PodContext,
): void {
  if (containers.length === 0) errors.push(FieldError.required(path));
  const names = new Set<string>();
  for (const [index, container] of containers.entries()) {
    const at = path.index(index);
    validateContainer(errors, at, container, context);
    validateNew(errors, at, container.name, names);
    validateHooks(errors, at, container, context);
    validateRestart(errors, at, container);
  }
  validateHostPorts(errors, path, containers);
}

/** The rules for those that run before them, one after the other. */
export function validateInitContainers(
  errors: FieldError[],
  path: FieldPath,
  containers: readonly Container[],
  context: PodContext,
): void {
  const names = new Set((context.spec.containers ?? []).map(({ name }) => name));
  const mayRestart = context.before?.initContainers?.some((one) => restartsForSize(one).length > 0);
  for (const [index, container] of containers.entries()) {
    const at = path.index(index);
    validateContainer(errors, at, container, context);
    const { restartPolicy, restartPolicyRules } = container;
    // Of rules that nothing is to follow it is said only that something is missing.
    if (restartPolicy !== undefined) validateRestart(errors, at, container);
    else if (restartPolicyRules?.length) requireRestart(errors, at);
    if (container.name || names.has(container.name)) {
      validateNew(errors, at, container.name, names);
    }
    if (container.restartPolicy === "Always") validateHooks(errors, at, container, context);
    else {
      for (const field of HOOKS) {
        if (container[field] === undefined) continue;
        const why = "may not be set for init containers without restartPolicy=Always";
        errors.push(FieldError.forbidden(at.child(field), why));
      }
    }
    validateHostPorts(errors, path, [container]);
    for (const place of mayRestart ? [] : restartsForSize(container)) {
      const policy = at.child("resizePolicy").index(place).child("restartPolicy");
      const why = "must not be set to 'RestartContainer' for non-sidecar initContainers";
      errors.push(FieldError.invalid(policy, "RestartContainer", why));
    }
  }
}

/** Where one that ends by itself asks to be restarted for its size, which can't be done. */
function restartsForSize({ restartPolicy, resizePolicy = [] }: Container): number[] {
  if (restartPolicy === "Always") return [];
  return [...resizePolicy.keys()]
    .filter((place) => resizePolicy[place]!.restartPolicy === "RestartContainer");
}

const HOOKS = ["lifecycle", "livenessProbe", "readinessProbe", "startupProbe"] as const;

/** What a container that is added to a running pod can't have. */
const NOT_EPHEMERAL = [
  "ports",
  ...HOOKS,
  "resources",
  "resizePolicy",
  "restartPolicy",
  "restartPolicyRules",
] as const;

/** The rules for those that people add to look into a pod. */
export function validateEphemeralContainers(
  errors: FieldError[],
  path: FieldPath,
  containers: readonly EphemeralContainer[],
  context: PodContext,
): void {
  const { spec } = context;
  const others = new Set(
    [...spec.containers ?? [], ...spec.initContainers ?? []].map(({ name }) => name),
  );
  const names = new Set(others);
  for (const [index, container] of containers.entries()) {
    const at = path.index(index);
    validateContainer(errors, at, container, context);
    validateImageSpaces(errors, at, container);
    validateNew(errors, at, container.name, names);
    const { targetContainerName: target } = container;
    if (target && !others.has(target)) {
      errors.push(FieldError.notFound(at.child("targetContainerName"), target));
    }
    for (const field of NOT_EPHEMERAL) {
      const value = container[field];
      if (value === undefined) continue;
      // They are there though nobody asks for any.
      if (field === "resources" && Object.keys(value).length === 0) continue;
      const why = "cannot be set for an Ephemeral Container";
      errors.push(FieldError.forbidden(at.child(field), why));
    }
    for (const [place, { subPath, subPathExpr }] of (container.volumeMounts ?? []).entries()) {
      const mount = at.child("volumeMounts").index(place);
      const why = "cannot be set for an Ephemeral Container";
      if (subPath) errors.push(FieldError.forbidden(mount.child("subPath"), why));
      if (subPathExpr) errors.push(FieldError.forbidden(mount.child("subPathExpr"), why));
    }
  }
}

function validateNew(
  errors: FieldError[],
  path: FieldPath,
  name: string,
  names: Set<string>,
): void {
  if (names.has(name)) errors.push(FieldError.duplicate(path.child("name"), name));
  names.add(name);
}

function validateHooks(
  errors: FieldError[],
  path: FieldPath,
  container: Container,
  { graceSeconds }: PodContext,
): void {
  const { lifecycle } = container;
  if (lifecycle !== undefined) {
    validateLifecycle(errors, path.child("lifecycle"), lifecycle, graceSeconds);
  }
  validateProbes(errors, path, container, graceSeconds);
}

/** What of a container a template may leave to whoever makes pods of it. */
export function validateImageSpaces(
  errors: FieldError[],
  path: FieldPath,
  { image = "" }: Pick<Container, "image">,
): void {
  if (image.trim() === image) return;
  const why = "must not have leading or trailing whitespace";
  errors.push(FieldError.invalid(path.child("image"), image, why));
}

/** What all containers have in common. */
function validateContainer(
  errors: FieldError[],
  path: FieldPath,
  container: Container,
  context: PodContext,
): void {
  const { name, image, ports, env, envFrom, volumeMounts, volumeDevices } = container;
  if (!name) errors.push(FieldError.required(path.child("name")));
  else addInvalid(errors, path.child("name"), name, checkDns1123Label(name));
  if (!image) errors.push(FieldError.required(path.child("image")));
  const { terminationMessagePolicy, resources, resizePolicy, securityContext } = container;
  requireChoice(
    errors,
    path.child("terminationMessagePolicy"),
    terminationMessagePolicy,
    MESSAGE_POLICIES,
  );
  if (ports !== undefined) validateContainerPorts(errors, path.child("ports"), ports);
  if (env !== undefined) validateEnv(errors, path.child("env"), env);
  if (envFrom !== undefined) validateEnvFrom(errors, path.child("envFrom"), envFrom);
  if (volumeMounts !== undefined) {
    validateMounts(errors, path.child("volumeMounts"), container, volumeMounts, context);
  }
  if (volumeDevices !== undefined) {
    validateDevices(errors, path.child("volumeDevices"), container, volumeDevices, context);
  }
  requireChoice(errors, path.child("imagePullPolicy"), container.imagePullPolicy, PULL_POLICIES);
  if (resources !== undefined) {
    const { names, claims } = context;
    validateRequirements(errors, path.child("resources"), resources, names, claims);
  }
  if (resizePolicy !== undefined) validateResize(errors, path, resizePolicy, context);
  if (securityContext !== undefined) {
    const hostUsers = context.spec.hostUsers !== false;
    validateSecurityContext(errors, path.child("securityContext"), securityContext, hostUsers);
  }
}

function validateResize(
  errors: FieldError[],
  path: FieldPath,
  policies: NonNullable<Container["resizePolicy"]>,
  { spec }: PodContext,
): void {
  const at = path.child("resizePolicy");
  const seen = new Set<string>();
  for (const [index, { resourceName, restartPolicy }] of policies.entries()) {
    if (seen.has(resourceName)) errors.push(FieldError.duplicate(at.index(index), resourceName));
    seen.add(resourceName);
    requireChoice(errors, at, resourceName, ["cpu", "memory"]);
    requireChoice(errors, at, restartPolicy, ["NotRequired", "RestartContainer"]);
    if (spec.restartPolicy === "Never" && restartPolicy !== "NotRequired") {
      const why = "must be 'NotRequired' when pod `restartPolicy` is 'Never'";
      errors.push(FieldError.invalid(at, restartPolicy, why));
    }
  }
}

function requireRestart(errors: FieldError[], path: FieldPath): void {
  const why = "must specify restartPolicy when restart rules are used";
  errors.push(FieldError.required(path.child("restartPolicy"), why));
}

/** A container's own rules for what follows its end. */
function validateRestart(
  errors: FieldError[],
  path: FieldPath,
  { restartPolicy, restartPolicyRules = [] }: Container,
): void {
  validateChoice(errors, path.child("restartPolicy"), restartPolicy, RESTARTS);
  if (restartPolicyRules.length === 0) return;
  if (restartPolicy === undefined) requireRestart(errors, path);
  const at = path.child("restartPolicyRules");
  if (restartPolicyRules.length > RULES_LIMIT) {
    errors.push(FieldError.tooMany(at, restartPolicyRules.length, RULES_LIMIT));
  }
  for (const [index, { action, exitCodes }] of restartPolicyRules.entries()) {
    const rule = at.index(index);
    validateChoice(errors, rule.child("action"), action ?? "", RULE_ACTIONS);
    if (exitCodes === undefined) {
      errors.push(FieldError.required(rule.child("exitCodes"), "must be specified"));
      continue;
    }
    const codes = rule.child("exitCodes");
    validateChoice(errors, codes.child("operator"), exitCodes.operator ?? "", ["In", "NotIn"]);
    const count = exitCodes.values?.length ?? 0;
    if (count > EXIT_CODES_LIMIT) {
      errors.push(FieldError.tooMany(codes.child("values"), count, EXIT_CODES_LIMIT));
    }
  }
}
