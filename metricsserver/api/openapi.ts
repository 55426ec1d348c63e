/**
 * The descriptions of what is served, for `kubectl explain` and for editors.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import { VERSION as PROGRAM_VERSION } from "../../toolkit/version.ts";
import { VERSION } from "./asked.ts";

interface Schema {
  readonly [field: string]: unknown;
}

type Kind = "NodeMetrics" | "NodeMetricsList" | "PodMetrics" | "PodMetricsList";

const text = (description: string): Schema => ({ type: "string", description });

const VERSION_FIELDS: Readonly<Record<string, Schema>> = {
  apiVersion: text("The version of the API that the object is in."),
  kind: text("The kind of the object."),
};

const USAGE: Schema = {
  type: "object",
  description: "Amounts, by resource: cpu in cores, memory in bytes of the working set.",
  additionalProperties: { type: "string" },
};

const SPAN: Readonly<Record<string, Schema>> = {
  timestamp: { ...text("The end of the time that the usage is of."), format: "date-time" },
  window: text("How long that time is, as 15s: usage of cpu is the average of it."),
};

const METADATA: Schema = {
  type: "object",
  description: "Name, namespace and labels of the node or pod.",
};

/** The kinds and what they consist of; `refTo` names another one. */
function schemasOf(refTo: (name: string) => string): Readonly<Record<string, Schema>> {
  const object = (
    description: string,
    properties: Readonly<Record<string, Schema>>,
    required: readonly string[],
  ): Schema => ({ type: "object", description, required, properties });
  const list = (of: Kind, description: string) =>
    object(description, {
      ...VERSION_FIELDS,
      metadata: { type: "object", description: "Of the list." },
      items: { type: "array", description: "The objects.", items: { $ref: refTo(of) } },
    }, ["items"]);
  return {
    ContainerMetrics: object("What a container uses.", {
      name: text("The name of the container in the pod's spec."),
      usage: USAGE,
    }, ["name", "usage"]),
    NodeMetrics: object("What a node uses.", {
      ...VERSION_FIELDS,
      metadata: METADATA,
      ...SPAN,
      usage: USAGE,
    }, ["timestamp", "window", "usage"]),
    NodeMetricsList: list("NodeMetrics", "What nodes use."),
    PodMetrics: object("What the containers of a pod use.", {
      ...VERSION_FIELDS,
      metadata: METADATA,
      ...SPAN,
      containers: {
        type: "array",
        description: "All containers that run, over the same time.",
        items: { $ref: refTo("ContainerMetrics") },
      },
    }, ["timestamp", "window", "containers"]),
    PodMetricsList: list("PodMetrics", "What pods use."),
  };
}

const KIND_KEY = "group-version-kind";
const ACTION_KEY = "action";

/** What is answered to who asks for descriptions, by path: version 2 whole, version 3 of the API's only version. */
export function openApiPages(names: Names): ReadonlyMap<string, object> {
  const group = names.groupMetrics;
  const own = `apis/${group}/${VERSION}`;
  const info = { title: "metrics-server", version: `v${PROGRAM_VERSION}` };
  const prefix = names.definitionExtensionPrefix;
  const kindOf = (kind: string) => ({ group, version: VERSION, kind });
  const named = (name: string) =>
    [...group.split(".").reverse().slice(0, 2), "metrics", "pkg", "apis", "metrics", VERSION, name]
      .join(".");
  const definitions = (refs: string) =>
    Object.fromEntries(
      Object.entries(schemasOf((name) => refs + named(name))).map(([name, schema]) => [
        named(name),
        name === "ContainerMetrics"
          ? schema
          : { ...schema, [`${prefix}${KIND_KEY}`]: [kindOf(name)] },
      ]),
    );
  const paths = (response: (kind: Kind) => object, string: object) =>
    Object.fromEntries(
      PATHS.map(([path, kind, action]) => [`/${own}/${path}`, {
        ...parametersOf(path, string),
        get: {
          description: `${action === "get" ? "read" : "list"} usage`,
          operationId: `${action}${kind}${path.includes("namespaces") ? "Namespaced" : ""}`,
          [`${prefix}${ACTION_KEY}`]: action,
          [`${prefix}${KIND_KEY}`]: kindOf(kind.replace(/List$/, "")),
          responses: { 200: { description: "OK", ...response(kind) } },
        },
      }]),
    );
  const [refs2, refs3] = ["#/definitions/", "#/components/schemas/"];
  return new Map<string, object>([
    ["/openapi/v2", {
      swagger: "2.0",
      info,
      paths: paths((kind) => ({ schema: { $ref: refs2 + named(kind) } }), { type: "string" }),
      definitions: definitions(refs2),
    }],
    ["/openapi/v3", { paths: { [own]: { serverRelativeURL: `/openapi/v3/${own}` } } }],
    [`/openapi/v3/${own}`, {
      openapi: "3.0.0",
      info,
      paths: paths((kind) => ({
        content: { "application/json": { schema: { $ref: refs3 + named(kind) } } },
      }), { schema: { type: "string" } }),
      components: { schemas: definitions(refs3) },
    }],
  ]);
}

const PATHS: readonly (readonly [path: string, kind: Kind, action: "get" | "list"])[] = [
  ["nodes", "NodeMetricsList", "list"],
  ["nodes/{name}", "NodeMetrics", "get"],
  ["pods", "PodMetricsList", "list"],
  ["namespaces/{namespace}/pods", "PodMetricsList", "list"],
  ["namespaces/{namespace}/pods/{name}", "PodMetrics", "get"],
];

/** The parts of a path that are to be filled in; a list of none is not written. */
function parametersOf(path: string, string: object): object {
  const parameters = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => {
    return { name, in: "path", required: true, ...string };
  });
  return parameters.length > 0 ? { parameters } : {};
}
