/**
 * Binding a pod to the node that it is to run on.
 *
 * @module
 */

import type { Binding, Pod } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import {
  badRequest,
  conflict,
  FieldError,
  FieldPath,
  invalid,
  notFound,
} from "../../../toolkit/errors/mod.ts";
import { printTime, timeOfMs } from "../../../toolkit/values/mod.ts";
import type { VerbHandler } from "./handler.ts";
import { writeRequest } from "../write.ts";
import { writeOptions } from "../write_options.ts";
import { metadataOf } from "../../resource/metadata.ts";
import { admitPosted } from "./admit_posted.ts";
import { answerPosted, readPosted } from "./posted.ts";
import { guaranteedUpdate } from "./guaranteed_update.ts";

const BINDING = { group: "", version: "v1", kind: "Binding" } as const;
/** What conflicts are said to be about. */
const BINDINGS = { group: "", resource: "pods/binding" };

const SCHEDULED = "PodScheduled";

const create: VerbHandler = async (context, found, endpoint) => {
  const { resource, subresource, namespace, name } = found;
  const options = writeOptions(context, endpoint, "CreateOptions");
  const { tools, source } = endpoint;
  const pods = resource.resource === "pods" ? resource : source.find("", "v1", "pods")!;
  const { storage } = pods;
  if (storage === undefined) throw notFound(pods, name);
  const sent = await readPosted(context, endpoint, BINDING, options.fieldValidation);
  const place = { resource, storage, namespace, subresource };
  const target = { ...place, name: name || (metadataOf(sent).name ?? "") };
  await admitPosted(writeRequest(context, target, endpoint, options), sent, BINDING, endpoint);
  // Admission may have changed it.
  const { name: pod = "" } = metadataOf(sent);
  if (name !== "" && pod !== name) {
    throw badRequest("name in URL does not match name in Binding object");
  }
  const binding = sent as unknown as Binding;
  const errors = validate(binding);
  if (errors.length > 0) throw invalid(BINDING, pod, errors);
  const { signal } = context;
  const { dryRun } = options;
  const now = printTime(timeOfMs(tools.clock.now()));
  const which = { resource: pods, namespace, name: pod, dryRun, signal };
  await guaranteedUpdate(which, (object, revision) => {
    const failed = preconditionFailure(object, binding, String(revision));
    if (failed !== undefined) throw conflict(pods, pod, failed);
    bind(object, binding, pod, now);
  });
  return answerPosted(context);
};

function validate({ target }: Binding): FieldError[] {
  const errors: FieldError[] = [];
  const path = FieldPath.of("target");
  const { kind = "", name = "" } = target ?? {};
  if (kind !== "" && kind !== "Node") {
    errors.push(FieldError.notSupported(path.child("kind"), kind, ["Node", "<empty>"]));
  }
  if (name === "") errors.push(FieldError.required(path.child("name")));
  return errors;
}

/** Why the pod is not the one, or not in the state, that the binding is of; undefined where it is. */
function preconditionFailure(
  object: JsonObject,
  { metadata: { uid, resourceVersion } = {} }: Binding,
  revision: string,
): string | undefined {
  const failed = (field: string, asked: string, found: string | undefined) =>
    `Precondition failed: ${field} in precondition: ${asked}, ${field} in object meta: ${found}`;
  const { uid: found } = metadataOf(object);
  if (uid && uid !== found) return failed("UID", uid, found);
  if (!resourceVersion || resourceVersion === revision) return undefined;
  return failed("ResourceVersion", resourceVersion, revision);
}

function bind(object: JsonObject, { metadata: given, target }: Binding, name: string, now: string) {
  const pod = object as Pod;
  const metadata = metadataOf(object);
  const spec = pod.spec ??= { containers: [] };
  const refuse = (why: string) => conflict(BINDINGS, name, why);
  if (metadata.deletionTimestamp !== undefined) {
    throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  }
  if (spec.nodeName) throw refuse(`pod ${name} is already assigned to node "${spec.nodeName}"`);
  if (spec.schedulingGates?.length) {
    throw refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  }
  spec.nodeName = target?.name ?? "";
  if (given?.annotations !== undefined) {
    metadata.annotations = { ...metadata.annotations, ...given.annotations };
  }
  if (given?.labels !== undefined) metadata.labels = { ...metadata.labels, ...given.labels };
  const status = pod.status ??= {};
  // It is there: nobody has to keep room for it any more.
  delete status.nominatedNodeName;
  const conditions = status.conditions ?? [];
  const before = conditions.find(({ type }) => type === SCHEDULED);
  const since = before?.status === "True" ? before.lastTransitionTime ?? now : now;
  const condition = { type: SCHEDULED, status: "True", lastTransitionTime: since };
  status.conditions = before === undefined
    ? [...conditions, condition]
    : conditions.map((one) => one === before ? condition : one);
}

/** Binds. */
export const bindingHandlers = { create };
