/**
 * What our admission plugins do with requests.
 *
 * @module
 */

import type { AdmissionPlugin, AdmissionRequest } from "../../apiserver/admission/admission.ts";
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

/** Asks a plugin on a server, whose objects are those of the question, all its requests. */
export async function ourAnswers(
  server: ServerContext,
  question: PluginQuestion,
): Promise<PluginAnswer[]> {
  const { source } = server;
  const world = new World(question.objects.map((object) => withDefaults(source, object)));
  const entry = ADMISSION_PLUGINS.find(({ name }) => name === question.plugin);
  assert(entry !== undefined, question.plugin);
  const context: ServerContext = {
    ...server,
    client: {
      get: (kind: never, ref: never) => world.get(kind, ref),
      create: (kind: never, object: never) => world.write(kind, object),
      replace: (kind: never, object: never) => world.write(kind, object),
    } as unknown as ServerContext["client"],
    lister: (kind) => world.lister(kind),
    follow: (kind, follower) => world.follow(kind, follower),
    authorizer: allowing(question.allowed ?? []),
  };
  const { configuration } = question;
  const told = configuration === undefined ? {} : { [entry.name]: JSON.parse(configuration) };
  const answers: PluginAnswer[] = [];
  let plugin: AdmissionPlugin | undefined;
  let broken: string | undefined;
  try {
    plugin = await entry.create(context, configurationOf(told));
  } catch (error) {
    broken = `start: ${(error as Error).message}`;
  }
  for (const request of question.requests) {
    answers.push(
      broken === undefined ? await answerTo(plugin, source, request) : { message: broken },
    );
  }
  return answers;
}

async function answerTo(
  plugin: AdmissionPlugin | undefined,
  source: ServerContext["source"],
  asked: PluginRequest,
): Promise<PluginAnswer> {
  const { operation, group, version, subresource = "", namespace, name } = asked;
  const resource = source.find(group, version, asked.resource);
  assert(resource !== undefined, asked.resource);
  const object = asked.object && withDefaults(source, asked.object);
  const { groups, name: user } = asked.user;
  const request: AdmissionRequest = {
    ...{ operation, resource, subresource, namespace, name, object },
    kind: kindOf(source, resource, asked.object ?? asked.old),
    old: asked.old && withDefaults(source, asked.old),
    user: { name: user, uid: "", groups: [...groups], extra: {} },
    dryRun: asked.dryRun ?? false,
    options: { kind: `${OPTIONS[operation]}Options`, fields: {} },
    warnings: [],
    annotations: {},
    signal: new AbortController().signal,
    reinvocation: new ReinvocationContext(),
  };
  const isCalled = (plugin?.handles?.includes(operation) ?? true) &&
    (plugin?.about?.(resource, subresource) ?? true);
  let answer: PluginAnswer = { ...(object !== undefined && { object }) };
  try {
    if (isCalled) await plugin?.mutate?.(request);
    if (isCalled) await plugin?.validate?.(request);
  } catch (error) {
    const refusal = statusErrorOf(error);
    if (refusal === undefined) throw error;
    const { code, reason, message, details } = refusal.status;
    answer = {
      code,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
      ...(details?.causes !== undefined && { causes: details.causes }),
    };
  }
  const { warnings, annotations } = request;
  return {
    ...answer,
    ...(warnings.length > 0 && { warnings }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
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
