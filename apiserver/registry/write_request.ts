/**
 * What the writing verbs have in common: whose write it is, with which options, and what the server
 * lends them.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Admission, AdmissionRequest } from "../admission/admission.ts";
import type { User } from "../auth/user.ts";
import type { FieldValidation } from "../codec/body.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import type { Reservers } from "./reservation.ts";
import type { Strategy, Writing } from "./strategy.ts";
import type { Target } from "./target.ts";

/** What the server lends to writes: nothing of it is read from the surroundings. */
export interface WriteTools {
  readonly clock: Clock;
  readonly admission: Required<Admission>;
  /** What takes for objects what there is only so much of. Default: nothing does. */
  readonly reservers?: Reservers | undefined;
  /** A new unique id. */
  uid(): string;
  /** A number from 0 up to 1. */
  random(): number;
}

/** See the module's comment. */
export interface WriteRequest {
  readonly target: Target;
  readonly tools: WriteTools;
  readonly user: User;
  /** Everything happens but the store's write. */
  readonly dryRun: boolean;
  /** Who will own the fields. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly warnings: string[];
  readonly annotations: Record<string, string>;
  readonly signal: AbortSignal;
}

/** The rules of a write: those of the subresource that it goes through, or of the object. */
export function strategyOf({ resource, subresource }: Target): Strategy {
  return subresource?.strategy ?? resource.strategy;
}

/** What a kind's hooks are told of a write. */
export function writingOf({ user, tools }: WriteRequest): Writing {
  return { user, time: () => printTime(timeOfMs(tools.clock.now())) };
}

/** What admission is asked of a write. */
export function admissionRequest(
  request: WriteRequest,
  operation: AdmissionRequest["operation"],
  name: string,
  object: JsonObject | undefined,
  old: JsonObject | undefined,
): AdmissionRequest {
  const { target, user, dryRun, warnings, annotations, signal } = request;
  const { resource, namespace, subresource } = target;
  return {
    operation,
    resource,
    subresource: subresource?.name ?? "",
    namespace,
    name,
    user,
    dryRun,
    object,
    old,
    warnings,
    annotations,
    signal,
  };
}
