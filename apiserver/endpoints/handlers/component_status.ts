/**
 * Component statuses: how the processes of a cluster are, a resource of old times. The reference asks them at ports of its
 * own machine. Here whoever renews its lease as a leader is well, wherever it runs; and the store, while it answers.
 *
 * @module
 */

import type { ComponentStatus } from "../../../toolkit/api/core_v1.ts";
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

/** What is wrong with a process; undefined: it is well. */
type Check = (signal: AbortSignal) => Promise<string | undefined>;

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
      query.get("labelSelector") ?? "",
      query.get("fieldSelector") ?? "",
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
function checksOf({ dialect, source, tools: { clock } }: EndpointContext): Map<string, Check> {
  const names = NAMES[dialect];
  const leases = source.find(names.group("coordination"), "v1", "leases")?.storage;
  const leads = (process: string): Check => () =>
    Promise.resolve(
      lackOfLease(leases, { namespace: names.namespaceSystem, name: process }, clock),
    );
  return new Map([
    ["controller-manager", leads(names.processControllerManager)],
    [`${names.healthCheckStore}-0`, (signal) => lackOfAnswer(leases, clock, signal)],
    ["scheduler", leads(names.processScheduler)],
  ]);
}

function lackOfLease(
  leases: ResourceStorage | undefined,
  { namespace, name }: { readonly namespace: string; readonly name: string },
  clock: Clock,
): string | undefined {
  const entry = leases?.cache.get(leases.key(namespace, name));
  const { spec } = (entry === undefined ? {} : objectOf(entry)) as Partial<Lease>;
  const { holderIdentity, renewTime, leaseDurationSeconds } = spec ?? {};
  if (!holderIdentity) return `nobody holds the lease ${namespace}/${name}`;
  const end = Date.parse(renewTime ?? "") + Number(leaseDurationSeconds) * 1000;
  if (end >= clock.now()) return undefined;
  return `${holderIdentity} has not renewed the lease ${namespace}/${name} since ${renewTime}`;
}

async function lackOfAnswer(
  storage: ResourceStorage | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<string | undefined> {
  const over = new AbortController();
  const late = sleep(clock, ANSWER_MS, AbortSignal.any([over.signal, signal]))
    .then(() => `the store has not answered within ${ANSWER_MS} ms`);
  try {
    return await Promise.race([storage?.waitUntilFresh(signal), late]) ?? undefined;
  } catch (error) {
    signal.throwIfAborted();
    return (error as Error).message;
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
  const lack = await check(signal);
  const status: ComponentStatus = {
    kind: kind as "ComponentStatus",
    apiVersion: group === "" ? version : `${group}/${version}`,
    metadata: { name },
    conditions: [
      lack === undefined
        ? { type: "Healthy", status: "True", message: "ok" }
        : { type: "Healthy", status: "False", error: lack },
    ],
  };
  return representationOf(encodeJson(type!, status as unknown as JsonObject));
}
