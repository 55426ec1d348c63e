/**
 * Evicting a pod: deleting it unless that takes more than a disruption budget has left. Who takes the
 * last unit of a budget is decided by the store, as it takes one write of a version.
 *
 * @module
 */

import type { Pod } from "../../../../toolkit/api/core_v1.ts";
import type { Eviction, PodDisruptionBudget } from "../../../../toolkit/api/policy_v1.ts";
import type { JsonObject } from "../../../../toolkit/codec/mod.ts";
import {
  badRequest,
  forbidden,
  internalError,
  notFound,
  StatusError,
} from "../../../../toolkit/errors/mod.ts";
import { selectorOf } from "../../../../toolkit/selectors/mod.ts";
import { readBody } from "../../../../toolkit/serving/mod.ts";
import { printTime, timeOfMs } from "../../../../toolkit/values/mod.ts";
import { BODY_LIMIT_BYTES, decodeBody } from "../../../codec/body.ts";
import { statusAnswer } from "../../../endpoints/answer.ts";
import type { SpecialAnswer } from "../../../endpoints/special.ts";
import { writeRequest } from "../../../endpoints/write.ts";
import { writeOptions } from "../../../endpoints/write_options.ts";
import { deleteObject } from "../../../registry/delete.ts";
import { metadataOf } from "../../../registry/metadata.ts";
import { objectOf } from "../../../registry/object_coder.ts";
import type { ServedResource } from "../../../registry/served_resource.ts";
import { rewrite } from "./rewrite.ts";

const EVICTION = { group: "policy", version: "v1", kind: "Eviction" } as const;
const BUDGETS = { group: "policy", resource: "poddisruptionbudget" };
/** Evictions that the controller of the budget has not seen yet. */
const DISRUPTED_LIMIT = 2000;
const RETRY_AFTER_SECONDS = 10;

const create: SpecialAnswer = async (context, found, services) => {
  const { resource, namespace, name } = found;
  const { storage } = resource;
  if (storage === undefined) throw notFound(resource, name);
  const options = writeOptions(context, services, "CreateOptions");
  const { findType, source, tools } = services;
  const body = await readBody(context.request, BODY_LIMIT_BYTES, context.signal);
  const type = findType(EVICTION.group, EVICTION.version, EVICTION.kind);
  const sent = decodeBody(
    body,
    String(context.request.headers["content-type"] ?? ""),
    { ...EVICTION, type, findType },
    options.fieldValidation,
    context.warnings,
  );
  const { deleteOptions: deletion = {} } = sent as unknown as Eviction;
  if ((metadataOf(sent).name || name) !== name) {
    throw badRequest("name in URL does not match name in Eviction object");
  }
  const dryRun = options.dryRun || (deletion.dryRun?.length ?? 0) > 0;
  const { signal } = context;
  await storage.fresh(signal);
  const entry = storage.cache.get(storage.key(namespace, name));
  if (entry === undefined) throw notFound(resource, name);
  const pod = objectOf(entry);
  let { resourceVersion } = deletion.preconditions ?? {};
  const budgets = source.find("policy", "v1", "poddisruptionbudgets");
  if (budgets !== undefined && !mayGo(pod)) {
    const budget = await budgetOf(budgets, namespace, entry.labels, signal);
    if (budget !== undefined && !needsNoBudget(pod, budget)) {
      const now = printTime(timeOfMs(tools.clock.now()));
      const which = { resource: budgets, namespace, name: budget.metadata?.name ?? "" };
      await rewrite({ ...which, dryRun, signal }, (object) => take(object, name, now));
    } else if (budget !== undefined) {
      // It was judged by its state: it goes only as long as that is so.
      resourceVersion ??= String(entry.revision);
    }
  }
  const request = writeRequest(
    context,
    { resource, storage, namespace, name },
    services,
    { ...options, dryRun },
  );
  const grace = deletion.gracePeriodSeconds;
  await deleteObject(request, {
    gracePeriodSeconds: grace === undefined ? undefined : Math.max(0, Number(grace)),
    propagationPolicy: deletion.propagationPolicy,
    orphanDependents: deletion.orphanDependents,
    uid: deletion.preconditions?.uid,
    resourceVersion,
  });
  return statusAnswer(context, SUCCESS, 201);
};

const SUCCESS: JsonObject = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  code: 201,
};

/** Whether a pod does no work that could be disrupted. */
function mayGo(object: JsonObject): boolean {
  const { metadata, status } = object as Pod;
  return metadata?.deletionTimestamp !== undefined ||
    ["Succeeded", "Failed", "Pending"].includes(status?.phase ?? "");
}

async function budgetOf(
  { storage }: ServedResource,
  namespace: string,
  labels: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<PodDisruptionBudget | undefined> {
  if (storage === undefined) return undefined;
  await storage.fresh(signal);
  const { entries } = await storage.cache.list({ prefix: storage.namespacePrefix(namespace) });
  const found = entries.map((entry) => objectOf(entry) as PodDisruptionBudget)
    .filter(({ spec }) => selectorOf(spec?.selector).matches(labels));
  if (found.length > 1) {
    throw internalError(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not " +
        "support.",
    );
  }
  return found[0];
}

/** Whether a pod that is not ready goes without a unit of the budget. */
function needsNoBudget(object: JsonObject, { spec, status }: PodDisruptionBudget): boolean {
  const ready = (object as Pod).status?.conditions?.some((one) =>
    one.type === "Ready" && one.status === "True"
  );
  if (ready) return false;
  if (spec?.unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
  return desiredHealthy > 0 && currentHealthy >= desiredHealthy;
}

/** Takes a unit of a budget for a pod, or throws why there is none. */
function take(object: JsonObject, pod: string, now: string): void {
  const budget = object as PodDisruptionBudget;
  const { name = "", generation } = budget.metadata ?? {};
  const status = budget.status ??= {};
  const { observedGeneration = 0, disruptionsAllowed: left = 0, disruptedPods = {} } = status;
  if (observedGeneration < (generation ?? 0)) {
    throw exhausted(`The disruption budget ${name} is still being processed by the server.`);
  }
  if (left < 0) throw forbidden(BUDGETS, name, "pdb disruptions allowed is negative");
  if (Object.keys(disruptedPods).length > DISRUPTED_LIMIT) {
    const why = "DisruptedPods map too big - too many evictions not confirmed by PDB controller";
    throw forbidden(BUDGETS, name, why);
  }
  if (left === 0) {
    const { desiredHealthy = 0, currentHealthy = 0 } = status;
    throw exhausted(
      `The disruption budget ${name} needs ${desiredHealthy} healthy pods ` +
        `and has ${currentHealthy} currently`,
    );
  }
  status.disruptionsAllowed = left - 1;
  status.disruptedPods = { ...disruptedPods, [pod]: now };
}

function exhausted(message: string): StatusError {
  return new StatusError({
    code: 429,
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: {
      causes: [{ reason: "DisruptionBudget", message }],
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  });
}

/** Evicts. */
export const evictionAnswers = { create };
