/**
 * What our admission plugins do with requests.
 *
 * @module
 */

import {
  type AdmissionChain,
  admissionChain,
  type AdmissionPlugin,
  type AdmissionRequest,
} from "../../apiserver/admission/admission.ts";
import { ADMISSION_PLUGINS } from "../../apiserver/admission/plugins.ts";
import { ReinvocationContext } from "../../apiserver/admission/reinvocation.ts";
import type { Authorizer } from "../../apiserver/authorization/authorizer.ts";
import type { ServedResource } from "../../apiserver/resource/served_resource.ts";
import type { ServerContext } from "../../apiserver/server_context.ts";
import { configurationOf } from "../../testing/admission.ts";
import { decodeJson } from "../../toolkit/codec/mod.ts";
import { assert } from "../../toolkit/deps/assert.ts";
import { statusErrorOf } from "../../toolkit/errors/mod.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";
import { findKind } from "../../toolkit/schema/mod.ts";
import type { PluginAnswer, PluginQuestion, PluginRequest } from "./question.ts";
import { World } from "./world.ts";

/** A server's context in which plugins find the objects of a question, and no others. */
export function inWorldOf(question: PluginQuestion, server: ServerContext): ServerContext {
  const world = new World(question.objects.map((object) => withDefaults(server.source, object)));
  return {
    ...server,
    client: {
      get: (kind: never, ref: never) => world.get(kind, ref),
      create: (kind: never, object: never) => world.write(kind, object),
      replace: (kind: never, object: never) => world.write(kind, object),
    } as unknown as ServerContext["client"],
    lister: (kind) => world.lister(kind),
    follow: (kind, follower) => world.follow(kind, follower),
  };
}

/** Asks a plugin, or several in a row, all requests of a question. */
export async function ourAnswers(
  server: ServerContext,
  { plugin, configuration, allowed = [], requests }: PluginQuestion,
): Promise<PluginAnswer[]> {
  const context = { ...server, authorizer: allowing(allowed) };
  const plugins: AdmissionPlugin[] = [];
  for (const name of plugin.split("+")) {
    const entry = ADMISSION_PLUGINS.find((one) => one.name === name);
    assert(entry !== undefined, name);
    const told = configuration === undefined ? {} : { [name]: JSON.parse(configuration) };
    try {
      const made = await entry.create(context, configurationOf(told));
      if (made !== undefined) plugins.push(made);
    } catch (error) {
      return requests.map(() => ({ message: `start: ${(error as Error).message}` }));
    }
  }
  const chain = admissionChain(plugins);
  const answers: PluginAnswer[] = [];
  for (const request of requests) answers.push(await answerOf(chain, server.source, request));
  return answers;
}

async function answerOf(
  chain: AdmissionChain,
  source: ServerContext["source"],
  asked: PluginRequest,
): Promise<PluginAnswer> {
  const request = requestOf(source, asked);
  const { object, warnings, annotations } = request;
  const told = () => ({
    ...(warnings.length > 0 && { warnings }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  });
  try {
    await chain.mutate(request);
    await chain.validate(request);
    return { ...(object !== undefined && { object }), ...told() };
  } catch (error) {
    const refusal = statusErrorOf(error);
    if (refusal === undefined) throw error;
    const { code, reason, message, details } = refusal.status;
    return {
      code,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
      ...(details?.causes !== undefined && { causes: details.causes }),
      ...told(),
    };
  }
}

function requestOf(source: ServerContext["source"], asked: PluginRequest): AdmissionRequest {
  const { operation, group, version, subresource = "", namespace, name } = asked;
  const resource = source.find(group, version, asked.resource);
  assert(resource !== undefined, asked.resource);
  return {
    ...{ operation, resource, subresource, namespace, name },
    object: asked.object && withDefaults(source, asked.object),
    kind: kindOf(source, resource, asked.object ?? asked.old),
    old: asked.old && withDefaults(source, asked.old),
    user: { name: asked.user.name, uid: "", groups: [...asked.user.groups], extra: {} },
    dryRun: asked.dryRun ?? false,
    options: { kind: `${OPTIONS[operation]}Options`, fields: {} },
    warnings: [],
    annotations: {},
    signal: new AbortController().signal,
    reinvocation: new ReinvocationContext(),
  };
}

const OPTIONS = {
  CREATE: "Create",
  UPDATE: "Update",
  DELETE: "Delete",
  CONNECT: "Connect",
} as const;

function kindOf(
  source: ServerContext["source"],
  resource: ServedResource,
  object: AnyObject | undefined,
): AdmissionRequest["kind"] {
  if (object === undefined) return resource;
  const [group, version] = groupAndVersion(object);
  const kind = object.kind!;
  return source.all().find((one) =>
    one.group === group && one.version === version && one.kind === kind
  ) ?? { group, version, kind, type: findKind(group, version, kind, "kubernetes")!.type };
}

/** An object in its one spelling, with the defaults of its kind. */
function withDefaults(source: ServerContext["source"], object: AnyObject): AnyObject {
  const [group, version] = groupAndVersion(object);
  const { type } = findKind(group, version, object.kind!, "kubernetes")!;
  const decoded = decodeJson(type, JSON.stringify(object));
  source.all().find((one) =>
    one.group === group && one.version === version && one.kind === object.kind
  )?.strategy.setDefaults?.(decoded);
  return decoded;
}

function groupAndVersion({ apiVersion = "" }: AnyObject): [group: string, version: string] {
  const slash = apiVersion.indexOf("/");
  return [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1)];
}

/** Says yes to what it was told. */
function allowing(all: readonly string[]): Authorizer {
  return {
    authorize(asked) {
      if (!asked.isResource) return { decision: "no opinion", reason: "" };
      const { verb, group, resource, subresource, name } = asked;
      const place = `${verb} ${group}/${resource}/${subresource}`;
      const isAllowed = all.includes(place) || all.includes(`${place} ${name}`);
      return { decision: isAllowed ? "allow" : "no opinion", reason: "" };
    },
  };
}
