/**
 * Evicting a pod: deleting it unless that takes more than a disruption budget has left. Who takes the
 * last unit of a budget is decided by the store, as it takes one write of a version.
 *
 * @module
 */

import type { Pod, PodCondition } from "../../../toolkit/api/core_v1.ts";
import type { PodDisruptionBudget } from "../../../toolkit/api/policy_v1.ts";
import { retryOnConflict } from "../../../toolkit/client/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import {
  badRequest,
  FieldError,
  FieldPath,
  invalid,
  notFound,
  StatusError,
} from "../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { printTime, timeOfMs } from "../../../toolkit/values/mod.ts";
import type { VerbHandler } from "./handler.ts";
import { writeRequest } from "../write.ts";
import { checkedDeletion, writeOptions } from "../write_options.ts";
import {
  deleteObject,
  type DeleteOptions,
  failedPrecondition,
  preconditionFailure,
} from "../../registry/delete.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { updateManagedFields } from "../../registry/ownership.ts";
import type { WriteRequest } from "../../registry/write_request.ts";
import type { EndpointContext } from "../endpoint_context.ts";
import { admitPosted } from "./admit_posted.ts";
import { budgetOf, isOver, mayGo, needsNoUnit, takeUnit, unsettled } from "./disruption_budgets.ts";
import { answerPosted, readPosted } from "./posted.ts";
import { guaranteedUpdate } from "./guaranteed_update.ts";

const EVICTION = {
  group: "policy",
  version: "v1",
  kind: "Eviction",
  olderVersions: ["v1beta1"],
} as const;

const create: VerbHandler = async (context, found, endpoint) => {
  const { resource, subresource, namespace, name } = found;
  const { storage } = resource;
  if (storage === undefined) throw notFound(resource, name);
  const options = writeOptions(context, endpoint, "CreateOptions");
  const sent = await readPosted(context, endpoint, EVICTION, options.fieldValidation);
  if ((metadataOf(sent).name ?? "") !== name) {
    throw badRequest("name in URL does not match name in Eviction object");
  }
  const place = { resource, storage, namespace, name };
  const posting = writeRequest(context, { ...place, subresource }, endpoint, options);
  await admitPosted(posting, sent, EVICTION, endpoint);
  const given = (sent.deleteOptions ?? {}) as JsonObject;
  const stages = options.dryRun ? ["All"] : [];
  const { dryRun, ignoreReadError, ...deletion } = checkedDeletion(endpoint, given, stages);
  if (ignoreReadError) throw unguarded(endpoint, name);
  const request = writeRequest(context, place, endpoint, { ...options, dryRun });
  await evict(request, budgetsOf(endpoint), deletion);
  return answerPosted(context);
};

/** A pod that can't be read can't be asked which budgets guard it. */
function unguarded({ dialect }: EndpointContext, name: string): StatusError {
  const path = FieldPath.of("deleteOptions", "ignoreStoreReadErrorWithClusterBreakingPotential");
  const why = "can not be set for pod eviction, try after removing the option";
  const kind = { group: NAMES[dialect].group(EVICTION.group), kind: EVICTION.kind };
  return invalid(kind, name, [FieldError.invalid(path, true, why)]);
}

/** Budgets, and who takes units of them. */
interface Budgets {
  readonly resource: ServedResource;
  /** The owner of what an eviction changes in a status. */
  readonly manager: string;
}

function budgetsOf({ source, dialect }: EndpointContext): Budgets | undefined {
  const resource = source.find("policy", "v1", "poddisruptionbudgets");
  return resource && { resource, manager: NAMES[dialect].processApiServer };
}

async function evict(
  request: WriteRequest,
  budgets: Budgets | undefined,
  asked: DeleteOptions,
): Promise<void> {
  const { target: { resource, storage, namespace, name }, signal } = request;
  /** What refused the last attempt, where another one may find another state. */
  let lost: unknown;
  const attempt = async () => {
    await storage.waitUntilFresh(signal);
    const entry = storage.cache.get(storage.key(namespace, name));
    if (entry === undefined) throw notFound(resource, name);
    const pod = objectOf(entry);
    // It was judged by its state: it goes only as long as that is so.
    const judged = { ...asked, resourceVersion: asked.resourceVersion ?? String(entry.revision) };
    const isJudged = asked.resourceVersion === undefined;
    if (budgets === undefined || mayGo(pod)) {
      const settled = budgets === undefined || isOver(pod) || isEnding(pod);
      try {
        return await markAndDelete(request, settled ? asked : judged);
      } catch (error) {
        if (isJudged && isStatus(error, 409)) lost = error;
        throw error;
      }
    }
    const budget = await budgetOf(budgets.resource, namespace, entry.labels, signal);
    if (budget === undefined) return await markAndDelete(request, asked);
    const { metadata: { name: budgetName = "" } = {} } = budget;
    if (needsNoUnit(pod, budget)) {
      try {
        return await markAndDelete(request, judged);
      } catch (error) {
        if (!isJudged || !isStatus(error, 409)) throw error;
        throw unsettled(budgetName);
      }
    }
    if (await takeUnitOf(request, budgets, budget)) return await markAndDelete(request, asked);
    throw lost = unsettled(budgetName);
  };
  await retryOnConflict(attempt, (error) => error === lost, signal);
}

/** Whether there was a budget to take a unit of: somebody may just have deleted it. */
async function takeUnitOf(
  request: WriteRequest,
  { resource, manager }: Budgets,
  { metadata: { name: budget = "" } = {} }: PodDisruptionBudget,
): Promise<boolean> {
  const { target: { namespace, name }, tools, dryRun, signal } = request;
  const now = printTime(timeOfMs(tools.clock.now()));
  const which = { resource, namespace, name: budget, dryRun, signal };
  const subresource = resource.subresources.get("status");
  const target = { ...request.target, resource, name: budget, subresource };
  const taking = { ...request, target, fieldManager: manager };
  try {
    await guaranteedUpdate(which, (object) => {
      const before = structuredClone(object);
      takeUnit(object, name, now);
      object.metadata = updateManagedFields(taking, before, object).metadata;
    });
    return true;
  } catch (error) {
    // To a client, "not found" would mean that its pod is gone.
    if (isStatus(error, 404)) return false;
    throw error;
  }
}

function isEnding(object: JsonObject): boolean {
  return metadataOf(object).deletionTimestamp !== undefined;
}

function isStatus(error: unknown, code: number): boolean {
  return error instanceof StatusError && error.code === code;
}

/** Notes in a pod why it goes, for those who made it, and deletes it. */
async function markAndDelete(request: WriteRequest, options: DeleteOptions): Promise<void> {
  const { target: { resource, namespace, name }, tools, dryRun, signal } = request;
  let { resourceVersion } = options;
  if (!dryRun) {
    const now = printTime(timeOfMs(tools.clock.now()));
    const revision = await guaranteedUpdate(
      { resource, namespace, name, dryRun, signal },
      (object, before) => {
        const failed = preconditionFailure(options, before, () => metadataOf(object).uid);
        if (failed !== undefined) throw failedPrecondition(resource, name, failed);
        mark(object as Pod, now);
      },
    );
    if (resourceVersion !== undefined) resourceVersion = String(revision);
  }
  await deleteObject(request, { ...options, resourceVersion, isAdmitted: true });
}

const TARGET = "DisruptionTarget";

function mark(pod: Pod, now: string): void {
  const status = pod.status ??= {};
  const conditions = status.conditions ?? [];
  const before = conditions.find(({ type }) => type === TARGET);
  const changed: PodCondition = {
    type: TARGET,
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: before?.status === "True" ? before.lastTransitionTime ?? now : now,
    reason: "EvictionByEvictionAPI",
    message: "Eviction API: evicting",
  };
  status.conditions = before === undefined
    ? [...conditions, changed]
    : conditions.map((one) => one === before ? changed : one);
}

/** Evicts. */
export const evictionHandlers = { create };
