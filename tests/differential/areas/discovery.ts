/**
 * What is served: groups, resources, descriptions, and what is none of it.
 *
 * @module
 */

import type { Kinds } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

export const discovery: Area = {
  name: "discovery",
  *scenarios({ kinds }) {
    yield groups(kinds);
    yield openApi3(kinds);
    yield* [aggregated, openApi2, health, unknownPaths, methods];
  },
};

function groups(kinds: Kinds): Scenario {
  const names = [...new Set(kinds.map(({ group }) => group))].filter((name) => name !== "");
  const versions = [...new Set(kinds.map(({ apiVersion }) => apiVersion))];
  return {
    name: "groups",
    async run(session) {
      for (const path of ["/api", "/apis", "/", "/api/", "/apis/", "/version", "/version/"]) {
        for (
          const accept of [
            "application/json",
            "application/yaml",
            "application/vnd.kubernetes.protobuf",
          ]
        ) {
          await session.get(path, { accept });
        }
      }
      for (const name of names) {
        await session.get(`/apis/${name}`);
        await session.get(`/apis/${name}/`);
        await session.get(`/apis/${name}/v9`);
        await session.get(`/apis/${name}`, { accept: "application/vnd.kubernetes.protobuf" });
      }
      for (const version of versions) {
        const path = version.includes("/") ? `/apis/${version}` : `/api/${version}`;
        await session.get(path);
        await session.get(`${path}/`);
        await session.get(path, { accept: "application/vnd.kubernetes.protobuf" });
        await session.get(path, { accept: "application/yaml" });
      }
    },
  };
}

const AGGREGATED = "g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

const aggregated: Scenario = {
  name: "aggregated",
  async run(session) {
    for (const path of ["/api", "/apis"]) {
      for (
        const accept of [
          `application/json;${AGGREGATED}`,
          `application/json;${AGGREGATED.replace("v2", "v2beta1")}`,
          `application/json;${AGGREGATED.replace("v2", "v3")}`,
          `application/json;${AGGREGATED},application/json`,
          `application/json;${AGGREGATED.replace("v2", "v2")},application/json;${
            AGGREGATED.replace("v2", "v2beta1")
          },application/json`,
          `application/json;profile=nopeer;${AGGREGATED}`,
          "application/json;as=APIGroupDiscoveryList",
          "application/json;as=Table;g=meta.k8s.io;v=v1",
          "text/html",
          "*/*",
        ]
      ) {
        await session.get(path, { accept });
      }
      const { headers } = await session.get(path, { accept: `application/json;${AGGREGATED}` });
      const etag = headers.get("etag") ?? "";
      await session.get(path, {
        accept: `application/json;${AGGREGATED}`,
        headers: { "if-none-match": etag },
      });
    }
  },
};

/** A description without its words: those are another matter. Of its other forms the heads are compared. */
async function describedAt(
  session: Session,
  path: string,
  accept = "application/json",
): Promise<void> {
  await session.get(path, {
    accept,
    view: (document) => document.paths === undefined ? null : withoutWords(inPlace(document)),
  });
}

/** Without what is said once for many places, under names of each side's own: said in each place. */
function inPlace(document: AnyObject): unknown {
  const { parameters, info, ...rest } = document;
  const resolved = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    const shared = /^#\/parameters\/(.*)$/.exec(`${(value as AnyObject).$ref}`)?.[1];
    if (shared !== undefined) return parameters[shared];
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, resolved(one)]));
  };
  return resolved({ ...rest, title: info?.title });
}

function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, said]) => !(name === "description" && typeof said === "string"))
      .map(([name, said]) => [name, withoutWords(said)]),
  );
}

const openApi2: Scenario = {
  name: "OpenAPI v2",
  async run(session) {
    for (
      const accept of [
        "application/json",
        "application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
        "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
        "*/*",
        "text/html",
        "application/yaml",
      ]
    ) {
      await describedAt(session, "/openapi/v2", accept);
    }
  },
};

function openApi3(kinds: Kinds): Scenario {
  const versions = [...new Set(kinds.map(({ apiVersion }) => apiVersion))];
  return {
    name: "OpenAPI v3",
    async run(session) {
      await session.get("/openapi/v3", { view: ({ paths = {} }) => Object.keys(paths) });
      for (const version of versions) {
        await describedAt(
          session,
          `/openapi/v3/${version.includes("/") ? "apis" : "api"}/${version}`,
        );
      }
      await session.get("/openapi/v3/apis/nobody/v1");
      await session.get("/openapi/v3/nobody");
      await describedAt(session, "/openapi/v3/api/v1?hash=x");
      await describedAt(
        session,
        "/openapi/v3/api/v1",
        "application/com.github.proto-openapi.spec.v3@v1.0+protobuf",
      );
      await describedAt(session, "/openapi/v3/api/v1", "text/html");
      await session.get("/openapi");
      await session.get("/openapi/v1");
      await session.get("/swagger.json");
      await session.get("/swagger-2.0.0.pb-v1");
    },
  };
}

const health: Scenario = {
  name: "health",
  async run(session) {
    for (const path of ["/healthz", "/livez", "/readyz"]) {
      await session.get(path);
      await session.get(`${path}/ping`);
      await session.get(`${path}/nobody`);
      await session.get(`${path}?exclude=ping`);
      await session.get(`${path}?exclude=nobody`);
      await session.request("HEAD", path);
      await session.post(path, "");
    }
    await session.get("/metrics", { view: () => null });
    await session.get("/metrics/nobody");
    await session.get("/.well-known/openid-configuration");
    await session.get("/openid/v1/jwks");
    await session.get("/logs/nobody");
    await session.get("/debug");
    await session.get("/debug/nobody");
    await session.get("/flagz/x");
  },
};

const PATHS = [
  "/nobody",
  "/api/v2",
  "/api/v1/nobody",
  "/api/v1/nobody/x",
  "/api/v1/namespaces/default/nobody",
  "/api/v1/namespaces/default/nobody/x",
  "/api/v1/namespaces/default/pods/x/nobody",
  "/api/v1/namespaces/default/pods/x/status/more",
  "/api/v1/namespaces/default/nodes",
  "/api/v1/namespaces/default/nodes/x",
  "/api/v1/pods/x",
  "/api/v1/nodes/x/y",
  "/api/v1/namespaces/default/",
  "/api/v1/namespaces//pods",
  "/api/v1//pods",
  "//api/v1/pods",
  "/api/v1/pods/",
  "/api/v1/Pods",
  "/api/V1/pods",
  "/apis/apps",
  "/apis/apps/v1/",
  "/apis/apps/v1/nobody",
  "/apis/apps/v2/deployments",
  "/apis/nobody",
  "/apis/nobody/v1",
  "/apis/nobody/v1/things",
  "/apis/apps/v1/deployments/x",
  "/apis/extensions/v1beta1/ingresses",
  "/apis/apps/v1beta1",
  "/api/v1/proxy/namespaces/default/pods/x",
  "/api/v1/redirect",
  "/api/v1/watch",
  "/api/v1/watch/pods/x",
  "/api/v1/namespaces/x/status/y",
  "/api/v1/componentstatuses/nobody",
  "/favicon.ico",
  "/index.html",
  "/%2e%2e/api",
  "/api/v1/namespaces/default/configmaps/%00",
  "/api/v1/namespaces/default/configmaps/a%2fb",
  "/api/v1/namespaces/default/configmaps/%25",
];

const unknownPaths: Scenario = {
  name: "unknown paths",
  async run(session) {
    for (const path of PATHS) {
      await session.get(path);
      await session.post(path, {});
    }
  },
};

const METHODS = ["HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND"];

const methods: Scenario = {
  name: "methods",
  async run(session) {
    const namespace = await session.namespace();
    await session.post(`${namespace}/configmaps`, { metadata: { name: "x" } });
    for (
      const path of [
        "/",
        "/api",
        "/apis",
        "/api/v1",
        "/apis/apps",
        "/version",
        "/healthz",
        "/openapi/v2",
        "/openapi/v3",
        "/api/v1/pods",
        "/api/v1/nodes",
        "/api/v1/componentstatuses",
        "/api/v1/nodes/nobody",
        `${namespace}/configmaps`,
        `${namespace}/configmaps/x`,
        `${namespace}/configmaps/x/status`,
        `${namespace}/pods/x/log`,
        `${namespace}/bindings`,
        "/nobody",
      ]
    ) {
      for (const method of METHODS) await session.request(method, path);
      await session.request("PUT", path, { metadata: { name: "x" } });
    }
  },
};
