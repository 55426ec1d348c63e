/**
 * What a write is asked for, and what it works with.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { AdmissionChain, Waits } from "../admission/admission.ts";
import type { OwnershipPolicy } from "../fieldmanager/mod.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { FieldValidation } from "../bodies/body.ts";
import type { TimeSlice } from "../../toolkit/time_slice.ts";
import { copyJson } from "../../toolkit/values/json.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import type { Allocators } from "../resource/allocator.ts";
import type { Strategy, Writing } from "../resource/strategy.ts";
import type { Target } from "../resource/target.ts";
import type { WriteGuard } from "../resource/write_guard.ts";

/** What the server lends to writes: nothing of it is read from the surroundings. */
export interface WriteTools {
  readonly clock: Clock;
  readonly admission: AdmissionChain;
  /** Is asked after what mutates. Default: nobody is. */
  readonly guard?: WriteGuard | undefined;
  /** What becomes of the owners of fields; undefined: nobody notes any. */
  readonly ownership: OwnershipPolicy | undefined;
  /** Whether somebody collects what depends on objects that are gone, and is told how. Default true. */
  readonly collectsDependents?: boolean;
  /** What takes for objects what there is only so much of. Default: nothing does. */
  readonly allocators?: Allocators | undefined;
  /** A new unique id. */
  uid(): string;
  /** A number from 0 up to 1. */
  random(): number;
}

/**
 * Everything about one write that does not depend on its verb: target, user, options, where
 * warnings and audit annotations go, and the server's tools.
 */
export interface WriteRequest {
  readonly target: Target;
  readonly tools: WriteTools;
  readonly user: User;
  /** As authorizers know it: create, update or patch; delete where something goes. */
  readonly verb: string;
  /** Everything happens but the store's write. */
  readonly dryRun: boolean;
  /** Who will own the fields. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  /** The options as they were asked for, for whoever admits the write. Default: those that matter. */
  readonly given?: JsonObject | undefined;
  readonly warnings: string[];
  readonly annotations: Record<string, string>;
  /** Where the time is noted that others take of the request; undefined: nobody wants to know. */
  readonly waits?: Waits | undefined;
  /** Throws unless the user may create the object too: what a PUT or an apply does where there is none. */
  readonly authorizeCreation: () => Promise<void>;
  readonly signal: AbortSignal;
  /** Of the work that the write takes. */
  readonly slice: TimeSlice;
}

/** The rules of a write: those of the subresource that it goes through, or of the object. */
export function strategyOf({ resource, subresource }: Target): Strategy {
  return subresource?.strategy ?? resource.strategy;
}

/** Gives an object the defaults of its kind; of a part of an object, those that it has. */
export function setDefaults({ target }: WriteRequest, object: JsonObject): JsonObject {
  strategyOf(target).setDefaults?.(object);
  return object;
}

/** A copy of an object that was sent as the whole of its kind has it, whatever part of it is written. */
export function withAllDefaults(
  { target: { resource, subresource } }: WriteRequest,
  sent: JsonObject,
): JsonObject {
  const object = copyJson(sent) as JsonObject;
  const strategies = subresource === undefined || subresource.kind === resource.kind
    ? [resource.strategy, subresource?.strategy]
    : [subresource.strategy];
  for (const strategy of strategies) strategy?.setDefaults?.(object);
  return object;
}

/** What a kind's hooks are told of a write. */
export function writingOf({ user, tools, warnings }: WriteRequest): Writing {
  return {
    user,
    time: () => printTime(timeOfMs(tools.clock.now())),
    uid: () => tools.uid(),
    warn: (text) => void warnings.push(text),
  };
}
