/**
 * Asks admission about writes.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type {
  AdmissionRequest,
  ObjectKind,
  Operation,
  RequestOptions,
} from "../admission/admission.ts";
import { ReinvocationContext } from "../admission/reinvocation.ts";
import { FieldsError, readManagers } from "../fieldmanager/mod.ts";
import { type Metadata, metadataOf } from "../resource/metadata.ts";
import { dropRepeatedOwners } from "./owner_references.ts";
import type { WriteRequest } from "./write_request.ts";

/**
 * Lets admission change an object before it is checked, and asks the guard about what has become of it;
 * `old` is undefined for a new one.
 */
export async function mutateByAdmission(
  request: WriteRequest,
  name: string,
  object: JsonObject,
  old: JsonObject | undefined,
): Promise<void> {
  const carried = request.target.subresource?.carried;
  const { managedFields } = metadataOf(object);
  const asked = requestOf(request, name, object, old);
  await request.tools.admission.mutate(asked);
  if (carried !== undefined && asked.object !== undefined) carried.put(object, asked.object);
  keepOwners(object, managedFields, request.warnings);
  dropRepeatedOwners(object, request.warnings, true);
  const guarding = request.tools.guard?.(request, object, old);
  if (guarding !== undefined) await guarding;
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
  await request.tools.admission.validate(requestOf(request, name, object, old));
}

/** What admission is asked of an object, or of the part of it that the write goes through. */
function requestOf(
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

/** What admission is told of a write besides the object. */
export interface Admitted extends
  Pick<
    WriteRequest,
    "user" | "dryRun" | "fieldManager" | "warnings" | "annotations" | "waits" | "signal"
  > {
  readonly target: Pick<WriteRequest["target"], "resource" | "namespace" | "subresource">;
  readonly given?: WriteRequest["given"];
}

/** What admission is asked of a write. `kind`: of the object, where it is none of the resource. */
export function admissionRequest(
  request: Admitted,
  operation: Operation,
  name: string,
  object: JsonObject | undefined,
  old: JsonObject | undefined,
  kind: ObjectKind = request.target.resource,
): AdmissionRequest {
  const { target, user, dryRun, warnings, annotations, waits, signal } = request;
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
    waits,
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

function optionsOf(
  { dryRun, fieldManager }: Pick<WriteRequest, "dryRun" | "fieldManager">,
): JsonObject {
  return {
    ...(dryRun && { dryRun: ["All"] }),
    ...(fieldManager !== "" && { fieldManager }),
  };
}
