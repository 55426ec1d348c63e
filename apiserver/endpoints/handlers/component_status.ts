/**
 * Component statuses: how the processes of a cluster are, a resource of old times. The reference asks them at ports of its
 * own machine. Here whoever renews its lease as a leader is well, wherever it runs; and the store, while it answers.
 *
 * @module
 */

import type { ComponentCondition, ComponentStatus } from "../../../toolkit/api/core_v1.ts";
import type { Lease } from "../../../toolkit/api/coordination_v1.ts";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import { encodeJson, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { notFound } from "../../../toolkit/errors/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { listBody } from "../../bodies/list_body.ts";
import { type Representation, representationOf } from "../../bodies/representation.ts";
import { objectOf } from "../../resource/object_coder.ts";
import type { ResourceStorage } from "../../resource/resource_storage.ts";
import { selectionOf } from "../../resource/selection.ts";
import type { ServedResource } from "../../resource/served_resource.ts";
import { formOfRequest, tableLookOf } from "../accept.ts";
import { answer } from "../answer.ts";
import type { EndpointContext } from "../endpoint_context.ts";
import { responder } from "../write.ts";
import type { VerbHandler } from "./handler.ts";

/** A store that has not answered by then is not well. */
const ANSWER_MS = 2000;

/** How a process is. */
type Health = Pick<ComponentCondition, "status" | "message" | "error">;
type Check = (signal: AbortSignal) => Promise<Health>;

const WELL: Health = { status: "True", message: "ok" };

/** Answers how each process is. */
export const componentStatusHandlers = {
  async get(context, { resource, name }, endpoint) {
    const respond = responder(context, resource, endpoint);
    const check = checksOf(endpoint).get(name);
    if (check === undefined) {
      throw notFound({ group: resource.group, resource: resource.singular }, name);
    }
    return respond(await statusOf(resource, name, check, context.signal), 200);
  },
  async list(context, { resource }, endpoint) {
    const { query, signal } = context;
    const form = formOfRequest(context, resource);
    const look = tableLookOf(context, endpoint.tools.clock);
    const { labels, fields } = selectionOf(
      resource,
      query.get("labelSelector"),
      query.get("fieldSelector"),
    );
    const chosen = [...checksOf(endpoint)].filter(([name]) =>
      labels.matches({}) && fields.matches({ "metadata.name": name })
    );
    const entries = await Promise.all(
      chosen.map(([name, check]) => statusOf(resource, name, check, signal)),
    );
    return answer(200, form.contentType, listBody(resource, { metadata: {}, entries }, form, look));
  },
} satisfies Readonly<Record<string, VerbHandler>>;

/** Whom to look after, by the names that they have had for a long time. */
function checksOf(endpoint: EndpointContext): Map<string, Check> {
  const { dialect, source, tools: { clock } } = endpoint;
  const names = NAMES[dialect];
  const leases = source.find(names.group("coordination"), "v1", "leases")?.storage;
  const leads = (process: string): Check => () =>
    Promise.resolve(
      healthOfLeader(leases, { namespace: names.namespaceSystem, name: process }, clock),
    );
  return new Map([
    ["controller-manager", leads(names.processControllerManager)],
    [`${names.healthCheckStore}-0`, (signal) => healthOfStores(endpoint, signal)],
    ["scheduler", leads(names.processScheduler)],
  ]);
}

function healthOfLeader(
  leases: ResourceStorage | undefined,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  clock: Clock,
): Health {
  const entry = leases?.cache.get(leases.key(namespace, name));
  const isReadable = entry !== undefined && entry.corrupt === undefined;
  const { spec } = (isReadable ? objectOf(entry) : {}) as Partial<Lease>;
  const { holderIdentity, renewTime, leaseDurationSeconds } = spec ?? {};
  // It need not lead: then nobody can tell.
  if (!holderIdentity) {
    return { status: "Unknown", error: `nobody holds the lease ${namespace}/${name}` };
  }
  const end = Date.parse(renewTime ?? "") + Number(leaseDurationSeconds) * 1000;
  if (end >= clock.now()) return WELL;
  const error =
    `${holderIdentity} has not renewed the lease ${namespace}/${name} since ${renewTime}`;
  return { status: "False", error };
}

async function healthOfStores(
  { askStores, tools: { clock } }: EndpointContext,
  signal: AbortSignal,
): Promise<Health> {
  const over = new AbortController();
  const error = `the store has not answered within ${ANSWER_MS} ms`;
  const late = sleep(clock, ANSWER_MS, AbortSignal.any([over.signal, signal]))
    .then((): Health => ({ status: "False", error }));
  try {
    return await Promise.race([askStores(signal).then(() => WELL), late]);
  } catch (error) {
    signal.throwIfAborted();
    return { status: "False", error: (error as Error).message };
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

async function statusOf(
  { group, version, kind, type }: ServedResource,
  name: string,
  check: Check,
  signal: AbortSignal,
): Promise<Representation> {
  const status: ComponentStatus = {
    kind: kind as "ComponentStatus",
    apiVersion: group === "" ? version : `${group}/${version}`,
    metadata: { name },
    conditions: [{ type: "Healthy", ...await check(signal) }],
  };
  return representationOf(encodeJson(type!, status as unknown as JsonObject));
}
