/**
 * What writing verbs have in common.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type {
  AdmissionChain,
  AdmissionRequest,
  ObjectKind,
  Operation,
  RequestOptions,
} from "../admission/admission.ts";
import { ReinvocationContext } from "../admission/reinvocation.ts";
import { FieldsError, type OwnershipPolicy, readManagers } from "../apply/mod.ts";
import type { User } from "../authentication/user.ts";
import type { FieldValidation } from "../codec/body.ts";
import type { FieldError } from "../../toolkit/errors/mod.ts";
import { runInSlices, type TimeSlice } from "../../toolkit/time_slice.ts";
import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";
import { type Metadata, metadataOf } from "../resource/metadata.ts";
import { dropRepeatedOwners } from "./owner_references.ts";
import type { Allocators } from "../resource/allocator.ts";
import { type Strategy, strategyErrors, type Writing } from "../resource/strategy.ts";
import type { Target } from "../resource/target.ts";

/** What the server lends to writes: nothing of it is read from the surroundings. */
export interface WriteTools {
  readonly clock: Clock;
  readonly admission: AdmissionChain;
  /** What becomes of the owners of fields. */
  readonly ownership: OwnershipPolicy;
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
  /** Everything happens but the store's write. */
  readonly dryRun: boolean;
  /** Who will own the fields. */
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  /** The options as they were asked for, for whoever admits the write. Default: those that matter. */
  readonly given?: JsonObject | undefined;
  readonly warnings: string[];
  readonly annotations: Record<string, string>;
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

/** What a kind's hooks are told of a write. */
export function writingOf({ user, tools, warnings }: WriteRequest): Writing {
  return {
    user,
    time: () => printTime(timeOfMs(tools.clock.now())),
    uid: () => tools.uid(),
    warn: (text) => void warnings.push(text),
  };
}

/** What admission is asked of a write. `kind`: of the object, where it is none of the resource. */
export function admissionRequest(
  request: WriteRequest,
  operation: Operation,
  name: string,
  object: JsonObject | undefined,
  old: JsonObject | undefined,
  kind: ObjectKind = request.target.resource,
): AdmissionRequest {
  const { target, user, dryRun, warnings, annotations, signal } = request;
  const { resource, namespace, subresource } = target;
  return {
    operation,
    resource,
    subresource: subresource?.name ?? "",
    kind,
    namespace,
    name,
    user,
    dryRun,
    options: { kind: OPTIONS[operation], fields: request.given ?? optionsOf(request) },
    object,
    old,
    warnings,
    annotations,
    signal,
    reinvocation: new ReinvocationContext(),
  };
}

const OPTIONS: Readonly<Record<Operation, RequestOptions["kind"]>> = {
  CREATE: "CreateOptions",
  UPDATE: "UpdateOptions",
  DELETE: "DeleteOptions",
  CONNECT: "ConnectOptions",
};

function optionsOf({ dryRun, fieldManager }: WriteRequest): JsonObject {
  return {
    ...(dryRun && { dryRun: ["All"] }),
    ...(fieldManager !== "" && { fieldManager }),
  };
}

/** What breaks the rules of the kind, in a new object or in one that takes the place of `old`. */
export function validateObject(
  request: WriteRequest,
  object: JsonObject,
  old: JsonObject | undefined,
): Promise<FieldError[]> {
  const { target, slice } = request;
  // Whoever was asked meanwhile had time of their own.
  slice.restart();
  return runInSlices(strategyErrors(strategyOf(target), object, old, writingOf(request)), slice);
}

/** Lets admission change an object before it is checked; `old` is undefined for a new one. */
export async function mutateByAdmission(
  request: WriteRequest,
  name: string,
  object: JsonObject,
  old: JsonObject | undefined,
): Promise<void> {
  const carried = request.target.subresource?.carried;
  const { managedFields } = metadataOf(object);
  const asked = shownToAdmission(request, name, object, old);
  await request.tools.admission.mutate(asked);
  if (carried !== undefined && asked.object !== undefined) carried.put(object, asked.object);
  keepOwners(object, managedFields, request.warnings);
  dropRepeatedOwners(object, request.warnings, true);
}

/** Takes back what admission made of the owners of fields, where nobody could read it later. */
function keepOwners(
  object: JsonObject,
  before: Metadata["managedFields"],
  warnings: string[],
): void {
  const metadata = metadataOf(object);
  if (metadata.managedFields === before) return;
  try {
    readManagers(metadata.managedFields, "sent");
  } catch (error) {
    if (!(error instanceof FieldsError)) throw error;
    if (before === undefined) delete metadata.managedFields;
    else metadata.managedFields = before;
    warnings.push(
      ".metadata.managedFields was in an invalid state after admission; this could be caused by " +
        `an outdated mutating admission controller; please fix your requests: ${error.message}`,
    );
  }
}

/** Asks admission for its last word on an object as it will be stored. */
export async function validateByAdmission(
  request: WriteRequest,
  name: string,
  object: JsonObject,
  old: JsonObject | undefined,
): Promise<void> {
  await request.tools.admission.validate(shownToAdmission(request, name, object, old));
}

function shownToAdmission(
  request: WriteRequest,
  name: string,
  object: JsonObject,
  old: JsonObject | undefined,
): AdmissionRequest {
  const operation = old === undefined ? "CREATE" : "UPDATE";
  const carried = request.target.subresource?.carried;
  if (carried === undefined) return admissionRequest(request, operation, name, object, old);
  const { kind } = carried;
  const before = old && carried.show(old);
  return admissionRequest(request, operation, name, carried.show(object), before, kind);
}
