// The built-in resources of a dialect as a server describes them, all subresources included.

import type { Dialect } from "../../../toolkit/names.ts";
import { type Resource, schemaOf, subresourceKind } from "../../../toolkit/schema/mod.ts";
import { describeStructural, structuralOf } from "../../customresources/schema/mod.ts";
import type { DescribedResource } from "../mod.ts";

const CREATED = new Set(["binding", "eviction", "token"]);

/** A resource of the schema. */
function described(resource: Resource, dialect: Dialect): DescribedResource {
  const { group, version, kind } = resource;
  return {
    ...resource,
    listKind: `${kind}List`,
    type: schemaOf(dialect).kind(group, version, kind),
    subresources: new Map(resource.subresources.map((name) => {
      const { query, ...of } = subresourceKind(resource, name, dialect);
      const verbs = name === "log"
        ? ["get"]
        : query
        ? ["create", "get"]
        : CREATED.has(name)
        ? ["create"]
        : ["get", "patch", "update"];
      return [name, { name, ...of, verbs }];
    })),
  };
}

/** All of them. */
export function builtin(dialect: Dialect): DescribedResource[] {
  return schemaOf(dialect).resources.map((resource) => described(resource, dialect));
}

const { structural } = structuralOf({
  type: "object",
  description: "When to run what.",
  properties: {
    spec: {
      type: "object",
      required: ["cron"],
      properties: {
        cron: { type: "string", description: "When.", default: "daily" },
        port: {
          anyOf: [{ type: "integer" }, { type: "string" }],
          "x-kubernetes-int-or-string": true,
        },
        default: { type: "string", nullable: true },
      },
    },
  },
});

/** A custom resource. */
export const crontabs: DescribedResource = {
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  listKind: "CronTabList",
  resource: "crontabs",
  namespaced: true,
  verbs: ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
  type: undefined,
  *describe(options) {
    return structural && (yield* describeStructural(structural, options));
  },
  selectable: new Set(["spec.cron"]),
  subresources: new Map([["status", {
    name: "status",
    group: "stable.example.com",
    version: "v1",
    kind: "CronTab",
    verbs: ["get", "patch", "update"],
  }], ["scale", {
    name: "scale",
    group: "autoscaling",
    version: "v1",
    kind: "Scale",
    verbs: ["get", "patch", "update"],
  }]]),
};
