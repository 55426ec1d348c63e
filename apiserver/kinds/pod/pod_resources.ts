/**
 * Amounts of resources that a pod as a whole asks for and is held to.
 *
 * @module
 */

import type {
  Container,
  PodSpec,
  ResourceList,
  ResourceRequirements,
} from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import {
  amountIn,
  isHugePages,
  validateRequirements,
  validateResourceName,
} from "../validation/resources.ts";

const SUPPORTED = ["cpu", "hugepages-", "memory"];
/** Of these, more may be promised than there is. */
const SHARED = ["cpu", "memory"];

type Side = "requests" | "limits";

function isSupported(name: string): boolean {
  return SHARED.includes(name) || isHugePages(name);
}

/** Fills in what a pod asks for as a whole, where it says something of itself as a whole. */
export function setPodResourceDefaults(spec: PodSpec): void {
  const { resources } = spec;
  if (resources === undefined) return;
  const limits = limitsWithPages(spec, resources);
  const requests = { ...resources.requests };
  if (Object.keys(limits).length === 0) return;
  resources.limits = limits;
  const together = amountsTogether(spec, "requests");
  for (const name of SHARED) {
    const amount = requests[name] ?? together.get(name)?.toString();
    if (amount !== undefined) requests[name] = amount;
  }
  for (const [name, limit] of Object.entries(limits)) {
    if (isSupported(name)) requests[name] ??= limit;
  }
  if (Object.keys(requests).length > 0) resources.requests = requests;
}

/** A pod's limits, and as many huge pages as its containers have together. */
function limitsWithPages(
  spec: PodSpec,
  { limits = {}, requests = {} }: ResourceRequirements,
): ResourceList {
  const all = { ...limits };
  if (Object.keys(limits).length + Object.keys(requests).length === 0) return all;
  for (const [name, sum] of amountsTogether(spec, "limits")) {
    if (isHugePages(name) && requests[name] === undefined) all[name] ??= sum.toString();
  }
  return all;
}

/** What the containers ask for or are held to, at the time when that is most. */
function amountsTogether(
  { containers, initContainers }: PodSpec,
  side: Side,
): Map<string, Quantity> {
  const running = new Map<string, Quantity>();
  const sidecars = new Map<string, Quantity>();
  const starting = new Map<string, Quantity>();
  for (const container of containers ?? []) {
    for (const [name, amount] of amountsOf(container, side)) add(running, name, amount);
  }
  for (const container of initContainers ?? []) {
    const stays = container.restartPolicy === "Always";
    // All else is as it was when it was last counted.
    for (const [name, amount] of amountsOf(container, side)) {
      if (stays) {
        add(running, name, amount);
        keepMost(starting, name, add(sidecars, name, amount));
      } else keepMost(starting, name, sidecars.get(name)?.add(amount) ?? amount);
    }
  }
  for (const [name, amount] of starting) keepMost(running, name, amount);
  return running;
}

function* amountsOf({ resources }: Container, side: Side): Generator<[string, Quantity]> {
  for (const [name, text] of Object.entries(resources?.[side] ?? {})) {
    yield [name, Quantity.parse(text)];
  }
}

function add(sums: Map<string, Quantity>, name: string, amount: Quantity): Quantity {
  const sum = sums.get(name)?.add(amount) ?? amount;
  sums.set(name, sum);
  return sum;
}

function keepMost(most: Map<string, Quantity>, name: string, amount: Quantity): void {
  const before = most.get(name);
  if (before === undefined || before.compare(amount) < 0) most.set(name, amount);
}

/** The rules for a pod's own amounts: its containers have room in them. */
export function validatePodResources(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  names: Names,
  claims: ReadonlySet<string>,
): void {
  const { resources } = spec;
  if (resources === undefined) return;
  const at = path.child("resources");
  if (spec.os?.name === "windows") {
    errors.push(FieldError.forbidden(at, "may not be set for a windows pod"));
    return;
  }
  if (resources.claims !== undefined) {
    const why = "claims may not be set for Resources at pod-level";
    errors.push(FieldError.forbidden(at.child("claims"), why));
  }
  validateRequirements(errors, at, resources, names, claims, validatePodResourceName);
  validateRoom(errors, at, spec, "requests", () => true);
  // More of these is not promised than there is.
  validateRoom(errors, at, spec, "limits", isHugePages);
  for (const [index, container] of (spec.containers ?? []).entries()) {
    const where = at.child("containers").index(index);
    validateLimits(errors, where, container.resources?.limits ?? {}, resources.limits ?? {});
  }
}

function validatePodResourceName(errors: FieldError[], path: FieldPath, name: string): void {
  const before = errors.length;
  validateResourceName(errors, path, name);
  if (errors.length > before || isSupported(name)) return;
  errors.push(FieldError.notSupported(path, name, SUPPORTED));
}

function validateRoom(
  errors: FieldError[],
  path: FieldPath,
  spec: PodSpec,
  side: Side,
  isLookedAt: (name: string) => boolean,
): void {
  for (const [name, sum] of amountsTogether(spec, side)) {
    const amount = amountIn(spec.resources?.[side], name);
    if (amount === undefined || !isLookedAt(name)) continue;
    if (Quantity.parse(amount).compare(sum) >= 0) continue;
    const why = `must be greater than or equal to aggregate container ${side} of ${sum}`;
    errors.push(FieldError.invalid(path.child(side).key(name), amount, why));
  }
}

/** The reference puts what it finds below the resources of the pod, and clients compare paths. */
function validateLimits(
  errors: FieldError[],
  path: FieldPath,
  limits: ResourceList,
  whole: ResourceList,
): void {
  for (const [name, limit] of Object.entries(limits)) {
    const most = amountIn(whole, name);
    if (most === undefined || Quantity.parse(limit).compare(Quantity.parse(most)) <= 0) continue;
    const why = `must be less than or equal to pod limits of ${most}`;
    errors.push(FieldError.invalid(path.key(name).child("limits"), limit, why));
  }
}
