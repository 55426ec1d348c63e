/**
 * The fields by which objects of built-in kinds can be selected, besides name and namespace.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { metadataOf } from "./metadata.ts";
import type { FieldsOf } from "./object_coder.ts";

/** Fields by resource, and what they are in an object that lacks them. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "pods": [
    "spec.nodeName",
    "spec.restartPolicy",
    "spec.schedulerName",
    "spec.serviceAccountName",
    "spec.hostNetwork",
    "status.phase",
    "status.podIP",
    "status.podIPs",
    "status.nominatedNodeName",
  ],
  "events": [
    "involvedObject.kind",
    "involvedObject.namespace",
    "involvedObject.name",
    "involvedObject.uid",
    "involvedObject.apiVersion",
    "involvedObject.resourceVersion",
    "involvedObject.fieldPath",
    "reason",
    "reportingComponent",
    "source",
    "type",
  ],
  "namespaces": ["status.phase"],
  "nodes": ["spec.unschedulable"],
  "secrets": ["type"],
  "services": ["spec.clusterIP", "spec.type"],
  "replicationcontrollers": ["status.replicas"],
  "replicasets": ["status.replicas"],
  "jobs": ["status.successful"],
  "certificatesigningrequests": ["spec.signerName"],
  "resourceslices": ["spec.nodeName", "spec.driver"],
};

/** Fields whose value is not just what stands at their path. */
const COMPUTED: Readonly<Record<string, (object: JsonObject) => unknown>> = {
  "pods spec.hostNetwork": (object) => at(object, "spec.hostNetwork") === true,
  "pods status.podIPs": (object) =>
    ((at(object, "status.podIPs") ?? []) as { ip: string }[]).map(({ ip }) => ip).join(","),
  "nodes spec.unschedulable": (object) => at(object, "spec.unschedulable") === true,
  "events source": (object) => at(object, "source.component") || at(object, "reportingComponent"),
  "replicationcontrollers status.replicas": (object) => at(object, "status.replicas") ?? 0,
  "replicasets status.replicas": (object) => at(object, "status.replicas") ?? 0,
  "jobs status.successful": (object) => at(object, "status.succeeded") ?? 0,
};

/** Those that the cache has an index of: lists and watches by them look at no other objects. */
const INDEXED: Readonly<Record<string, readonly string[]>> = { pods: ["spec.nodeName"] };

/** The fields by which a resource's objects can be selected. */
export function selectableFields(resource: string): ReadonlySet<string> {
  return new Set(FIELDS[resource] ?? []);
}

/** Those of them with an index. */
export function indexedFields(resource: string): ReadonlySet<string> {
  return new Set(INDEXED[resource] ?? []);
}

/** Reads the fields of a resource's objects. */
export function fieldsOfBuiltin(resource: string): FieldsOf {
  const fields = FIELDS[resource] ?? [];
  const readers = fields.map((field) => {
    const compute = COMPUTED[`${resource} ${field}`] ?? ((object) => at(object, field));
    return [field, compute] as const;
  });
  return (object) => {
    const { name = "", namespace } = metadataOf(object);
    const found: Record<string, string> = { "metadata.name": name };
    if (namespace !== undefined) found["metadata.namespace"] = namespace;
    for (const [field, read] of readers) {
      const value = read(object);
      if (value !== undefined && value !== null && value !== "") found[field] = String(value);
    }
    return found;
  };
}

function at(object: JsonObject, path: string): unknown {
  let value: unknown = object;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}
