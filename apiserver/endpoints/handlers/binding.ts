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

const create: VerbHandler = async (context, found, endpoint) => {
  const { resource, subresource, namespace, name } = found;
  const options = writeOptions(context, endpoint, "CreateOptions");
  const { tools, source } = endpoint;
  const pods = resource.resource === "pods" ? resource : source.find("", "v1", "pods")!;
  const { storage } = pods;
  if (storage === undefined) throw notFound(pods, name);
  const sent = await readPosted(context, endpoint, BINDING, options.fieldValidation);
  const metadata = metadataOf(sent);
  metadata.name ||= name;
  if (name !== "" && metadata.name !== name) {
    throw badRequest("name in URL does not match name in Binding object");
  }
  if ((metadata.namespace || namespace) !== namespace) {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
  const pod = metadata.name ?? "";
  const target = { resource, storage, namespace, name: pod, subresource };
  await admitPosted(writeRequest(context, target, endpoint, options), sent, BINDING, endpoint);
  const binding = sent as unknown as Binding;
  const errors = validate(binding);
  if (errors.length > 0) throw invalid(BINDING, pod, errors);
  const { signal } = context;
  const { dryRun } = options;
  const now = printTime(timeOfMs(tools.clock.now()));
  await guaranteedUpdate({ resource: pods, namespace, name: pod, dryRun, signal }, (object) => {
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

function bind(object: JsonObject, { metadata: given, target }: Binding, name: string, now: string) {
  const pod = object as Pod;
  const metadata = metadataOf(object);
  const spec = pod.spec ??= { containers: [] };
  const refuse = (why: string) => conflict(BINDINGS, name, why);
  if (given?.uid && given.uid !== metadata.uid) {
    throw refuse(
      `Precondition failed: UID in precondition: ${given.uid}, UID in object meta: ${metadata.uid}`,
    );
  }
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
  const others = (status.conditions ?? []).filter(({ type }) => type !== "PodScheduled");
  status.conditions = [...others, {
    type: "PodScheduled",
    status: "True",
    lastTransitionTime: now,
  }];
}

/** Binds. */
export const bindingHandlers = { create };
