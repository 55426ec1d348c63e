/**
 * The options of writing requests, from their query and, for deletions, their body.
 *
 * @module
 */

import { encodeJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import { badRequest, type FieldError, invalid } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { formatApiVersion, schemaOf } from "../../toolkit/schema/mod.ts";
import {
  FIELD_MANAGER_LIMIT_BYTES,
  validateDeleteOptions,
  validatePatchOptions,
  validateWriteOptions,
} from "../../toolkit/validation/mod.ts";
import { inOnePiece } from "../../toolkit/values/mod.ts";
import { BODY_LIMIT_BYTES, decodeOptions, type FieldValidation } from "../bodies/body.ts";
import type { RequestContext } from "../http/context.ts";
import type { DeleteOptions } from "../registry/delete.ts";
import type { EndpointContext } from "./endpoint_context.ts";

/** The options of a create, an update or a patch. */
export interface WriteParameters {
  readonly dryRun: boolean;
  readonly fieldManager: string;
  readonly fieldValidation: FieldValidation;
  readonly force: boolean;
  /** What was asked for of this, as it was. */
  readonly given: JsonObject;
}

/** The kinds of options, as errors name them. */
export type OptionsKind = "CreateOptions" | "UpdateOptions" | "PatchOptions" | "DeleteOptions";

/** Reads the options of a write. Throws a 422 for one that has a value it can't have. */
export function writeOptions(
  context: RequestContext,
  endpoint: EndpointContext,
  kind: OptionsKind,
  apply = false,
): WriteParameters {
  const { query, request } = context;
  const given = {
    dryRun: dryRunOf(context, endpoint),
    fieldManager: query.get("fieldManager"),
    fieldValidation: query.get("fieldValidation"),
  };
  const force = query.flag("force");
  refuse(
    endpoint,
    kind,
    kind === "PatchOptions"
      ? validatePatchOptions({ ...given, ...(force !== undefined && { force }) }, { apply })
      : validateWriteOptions(given),
  );
  return {
    dryRun: given.dryRun.length > 0,
    fieldManager: given.fieldManager || managerOf(request.headers["user-agent"]),
    fieldValidation: (given.fieldValidation || "Warn") as FieldValidation,
    force: force === true,
    given: {
      ...(given.dryRun.length > 0 && { dryRun: given.dryRun }),
      ...(given.fieldManager && { fieldManager: given.fieldManager }),
      ...(given.fieldValidation && { fieldValidation: given.fieldValidation }),
    },
  };
}

/** The values of `dryRun`; an empty one means none. Throws a 400 where there are no dry runs. */
function dryRunOf({ query }: RequestContext, endpoint: EndpointContext): string[] {
  const stages = query.all("dryRun").filter((stage) => stage !== "");
  if (stages.length > 0) checkDryRun(endpoint);
  return stages;
}

function checkDryRun({ features }: EndpointContext): void {
  if (!features.has("DryRun")) throw badRequest("the dryRun feature is disabled");
}

function refuse(endpoint: EndpointContext, kind: OptionsKind, errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  throw invalid({ group: NAMES[endpoint.dialect].group("meta"), kind }, "", errors);
}

/** Who a client is by its name for itself: what comes before the version. */
function managerOf(userAgent: string | readonly string[] | undefined): string {
  const text = typeof userAgent === "string" ? userAgent : userAgent?.[0] ?? "";
  const printable = text.split("/", 1)[0]!.replace(/[^ -~]/g, "");
  return inOnePiece(printable.slice(0, FIELD_MANAGER_LIMIT_BYTES)) || "unknown";
}

/** The options of a deletion: the body's, where there is one, else the query's. */
export async function deleteOptions(
  context: RequestContext,
  endpoint: EndpointContext,
): Promise<DeleteOptions & { readonly dryRun: boolean }> {
  const { query } = context;
  const body = await context.readBody(BODY_LIMIT_BYTES);
  const given = body.length > 0 ? bodyOptions(context, endpoint, body) : {
    dryRun: dryRunOf(context, endpoint),
    gracePeriodSeconds: query.integer("gracePeriodSeconds"),
    propagationPolicy: query.has("propagationPolicy") ? query.get("propagationPolicy") : undefined,
    orphanDependents: query.flag("orphanDependents"),
    ignoreStoreReadErrorWithClusterBreakingPotential: query.flag(
      "ignoreStoreReadErrorWithClusterBreakingPotential",
    ),
    preconditions: preconditionsOf(context),
  } as JsonObject;
  // Who asks for a dry run gets one, wherever it is said and whatever else the body says.
  return checkedDeletion(endpoint, given, body.length > 0 ? dryRunOf(context, endpoint) : []);
}

/** Options of a deletion as they were decoded. */
type Given = Omit<Parameters<typeof validateDeleteOptions>[0], "dryRun">;

/** The preconditions of a deletion in its query; undefined where there are none. */
function preconditionsOf({ query }: RequestContext): JsonObject | undefined {
  const uid = query.get("uid") || undefined;
  const resourceVersion = query.get("resourceVersion") || undefined;
  return uid === undefined && resourceVersion === undefined ? undefined : { uid, resourceVersion };
}

/**
 * The options of a deletion that were given, with `stages` of a dry run that was asked for beside them. Throws
 * a 422 for one that has a value it can't have.
 */
export function checkedDeletion(
  endpoint: EndpointContext,
  given: JsonObject,
  stages: readonly string[] = [],
): DeleteOptions & { readonly dryRun: boolean } {
  const { propagationPolicy, orphanDependents } = given as Given;
  const dryRun = [...(given.dryRun ?? []) as string[], ...stages];
  if (dryRun.length > 0) checkDryRun(endpoint);
  refuse(
    endpoint,
    "DeleteOptions",
    validateDeleteOptions({ ...given as Given, dryRun }),
  );
  const { uid, resourceVersion } = (given.preconditions ?? {}) as Record<string, string>;
  const { gracePeriodSeconds } = given;
  return {
    dryRun: dryRun.length > 0,
    propagationPolicy,
    orphanDependents,
    uid,
    resourceVersion,
    gracePeriodSeconds: graceOf(gracePeriodSeconds),
    ignoreReadError: given.ignoreStoreReadErrorWithClusterBreakingPotential === true,
  };
}

/** A negative time is the shortest one, as the reference has it. */
function graceOf(given: unknown): number | undefined {
  if (given === undefined || given === null) return undefined;
  const seconds = Number(given);
  return seconds < 0 ? 1 : seconds;
}

function bodyOptions(context: RequestContext, { dialect }: EndpointContext, body: Uint8Array) {
  const type = schemaOf(dialect).struct("meta/v1", "DeleteOptions");
  const contentType = String(context.request.headers["content-type"] ?? "");
  const [group, kind] = [NAMES[dialect].group("meta"), "DeleteOptions"];
  const options = decodeOptions(body, contentType, { group, kind, type });
  const apiVersion = formatApiVersion(group, "v1");
  context.recordBody(() => encodeJson(type, { apiVersion, kind, ...options }));
  return options;
}
