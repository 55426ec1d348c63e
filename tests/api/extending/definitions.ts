/**
 * Definitions of tests, and how a test waits for one.
 *
 * @module
 */

import type { AnyObject, ApiClient } from "../../../testing/api_client.ts";

/** Where definitions are. */
export const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const SPEC = {
  type: "object",
  required: ["size"],
  properties: {
    size: { type: "integer", minimum: 0, maximum: 100 },
    mode: { type: "string", enum: ["fast", "slow"], default: "slow" },
    replicas: { type: "integer", default: 1 },
    parts: {
      type: "array",
      maxItems: 10,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string", maxLength: 20 }, weight: { type: "integer" } },
      },
    },
    free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};

const STATUS = {
  type: "object",
  properties: {
    replicas: { type: "integer" },
    selector: { type: "string" },
    ready: { type: "boolean" },
  },
};

/** A version with everything on. */
export function versionOf(name: string, more: AnyObject = {}): AnyObject {
  return {
    name,
    served: true,
    storage: name === "v1",
    schema: {
      openAPIV3Schema: {
        type: "object",
        description: "A gadget of a test.",
        required: ["spec"],
        // Each test has its own, to change as it likes.
        properties: structuredClone({ spec: SPEC, status: STATUS }),
      },
    },
    subresources: {
      status: {},
      scale: {
        specReplicasPath: ".spec.replicas",
        statusReplicasPath: ".status.replicas",
        labelSelectorPath: ".status.selector",
      },
    },
    additionalPrinterColumns: [
      { name: "Size", type: "integer", jsonPath: ".spec.size" },
      { name: "Mode", type: "string", jsonPath: ".spec.mode", priority: 1 },
      { name: "Age", type: "date", jsonPath: ".metadata.creationTimestamp" },
    ],
    ...more,
  };
}

/** A definition of gadgets, or of what `plural` says. */
export function definitionOf(more: AnyObject = {}, plural = "gadgets"): AnyObject {
  const singular = plural.slice(0, -1);
  const kind = singular[0]?.toUpperCase() + singular.slice(1);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural, singular, kind, listKind: `${kind}List`, categories: ["all"] },
      versions: [versionOf("v1")],
      ...more,
    },
  };
}

/** A gadget. */
export function gadget(name: string, spec: AnyObject = { size: 3 }, version = "v1"): AnyObject {
  return { apiVersion: `example.com/${version}`, kind: "Gadget", metadata: { name }, spec };
}

/** Where gadgets are. */
export function gadgets(version = "v1", namespace = "default"): string {
  return `/apis/example.com/${version}/namespaces/${namespace}/gadgets`;
}

/** Watches a definition until it is as `reached` says; gives it. */
export async function definitionUntil(
  client: ApiClient,
  name: string,
  reached: (definition: AnyObject) => boolean,
): Promise<AnyObject> {
  const watch = await client.watch(`${DEFINITIONS}?watch=true&fieldSelector=metadata.name=${name}`);
  try {
    for (let event = await watch.next(); event !== undefined; event = await watch.next()) {
      if (event.type !== "DELETED" && reached(event.object)) return event.object;
    }
  } finally {
    watch.close();
  }
  throw new Error("the watch ended");
}

/** Whether a condition of a definition has a status. */
export function has(type: string, status: string): (definition: AnyObject) => boolean {
  // A list that is empty in the store is null for who reads it there.
  return (definition) =>
    (definition.status?.conditions ?? [])
      .some((one: AnyObject) => one.type === type && one.status === status);
}

/** Installs a definition, and waits until it is served. */
export async function install(client: ApiClient, definition: AnyObject): Promise<AnyObject> {
  const made = await client.post(DEFINITIONS, definition);
  if (made.status !== 201) throw new Error(`no definition: ${made.text}`);
  return await definitionUntil(client, definition.metadata.name, has("Established", "True"));
}
