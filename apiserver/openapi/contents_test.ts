/** What is said of types and of paths, beside what the reference says of its own. */
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Json, open, references, resolve } from "./testdata/opened.ts";
import { crontabs } from "./testdata/resources.ts";

/** What fields are where nobody sets them, of version 3; undefined: nothing. */
const UNSET: readonly (readonly [type: string, field: string, value: unknown])[] = [
  ["core.v1.Container", "name", ""],
  ["core.v1.Container", "image", undefined],
  ["core.v1.Container", "resources", {}],
  ["core.v1.Container", "livenessProbe", undefined],
  ["core.v1.ContainerPort", "containerPort", 0],
  ["core.v1.ContainerPort", "protocol", "TCP"],
  ["core.v1.ContainerStatus", "ready", false],
  ["core.v1.Pod", "metadata", {}],
  ["core.v1.PodSpec", "containers", undefined],
  ["core.v1.ResourceFieldSelector", "divisor", undefined],
];

Deno.test("fields that nobody sets have the default of their type in version 3 alone", async () => {
  const { json } = open("kubernetes");
  const { schemas } = (await json("/openapi/v3/api/v1")).components!;
  const { definitions } = await json("/openapi/v2");
  for (const [type, field, value] of UNSET) {
    const of = (each: Json) => each[`io.k8s.api.${type}`]!.properties![field]!.default as unknown;
    assertEquals([of(schemas!), of(definitions!)], [value, undefined], `${type} ${field}`);
  }
  const texts = schemas!["io.k8s.api.core.v1.Container"]!.properties!.args!.items;
  assertEquals(texts as unknown, { type: "string", default: "" });
});

Deno.test("unions say which of their fields is set by which", async () => {
  const { json } = open("kubernetes");
  const { schemas } = (await json("/openapi/v3/api/v1")).components!;
  const unions = (type: string) => schemas![`io.k8s.api.core.v1.${type}`]!["x-kubernetes-unions"];
  assertEquals(unions("SeccompProfile") as unknown, [{
    discriminator: "type",
    "fields-to-discriminateBy": { localhostProfile: "LocalhostProfile" },
  }]);
  assertEquals(unions("Container"), undefined);
});

Deno.test("watches of old have paths, which are called deprecated", async () => {
  const { json } = open("kubernetes", [crontabs]);
  const { paths } = await json("/openapi/v2");
  const watched = Object.entries(paths!).filter(([path]) =>
    /\/watch\/(.*\/)?(pods|nodes|crontabs)(\/|$)/.test(path)
  );
  const told = watched.map(([path, { get }]) =>
    `${path} ${get!.operationId} ${get!["x-kubernetes-action"]}`
  );
  assertEquals(told, [
    "/api/v1/watch/nodes watchCoreV1NodeList watchlist",
    "/api/v1/watch/nodes/{name} watchCoreV1Node watch",
    "/api/v1/watch/namespaces/{namespace}/pods watchCoreV1NamespacedPodList watchlist",
    "/api/v1/watch/namespaces/{namespace}/pods/{name} watchCoreV1NamespacedPod watch",
    "/api/v1/watch/pods watchCoreV1PodListForAllNamespaces watchlist",
  ]);
  for (const [, { get }] of watched) {
    assert(`${get!.description}`.includes("Deprecated"));
    assertEquals(
      [...references(get!.responses)].map((one) => one.split(".").at(-1)),
      ["WatchEvent"],
    );
  }
});

Deno.test("what all operations of a path take is said of the path, in order of the names", async () => {
  const { json } = open("kubernetes");
  for (const version of ["/openapi/v2", "/openapi/v3/api/v1"]) {
    const document = await json(version);
    const { get, parameters } = document.paths!["/api/v1/pods"]!;
    const names = (parameters as unknown as Json[]).map((one) =>
      (one.$ref === undefined ? one : resolve(document, `${one.$ref}`) as Json).name as unknown
    );
    assertEquals(get!.parameters, undefined, version);
    assertEquals(names.slice(0, 3), ["allowWatchBookmarks", "continue", "fieldSelector"], version);
    assertEquals(names, names.toSorted(), version);
  }
});

Deno.test("objects within objects are of their kind, whatever the document is of", async () => {
  const { json } = open("kubernetes");
  for (const path of ["v1", "apps/v1"]) {
    const document = await json(`/openapi/v3/${path === "v1" ? "api" : "apis"}/${path}`);
    const claim = document.components!.schemas!["io.k8s.api.core.v1.PersistentVolumeClaim"]!;
    assertEquals(
      claim["x-kubernetes-group-version-kind"] as unknown,
      [{ group: "", kind: "PersistentVolumeClaim", version: "v1" }],
      path,
    );
  }
});

/** Fields of JSON schemas that hold a schema or something else, and what their type is called. */
const EITHER: readonly (readonly [field: string, type: string])[] = [
  ["items", "JSONSchemaPropsOrArray"],
  ["additionalItems", "JSONSchemaPropsOrBool"],
  ["additionalProperties", "JSONSchemaPropsOrBool"],
  ["dependencies", "JSONSchemaPropsOrStringArray"],
  ["default", "JSON"],
];

Deno.test("what is a schema or something else has a type of its own", async () => {
  const { json } = open("kubernetes");
  const { schemas } = (await json("/openapi/v3/apis/apiextensions.k8s.io/v1")).components!;
  const { definitions } = await json("/openapi/v2");
  const home = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";
  for (const each of [schemas!, definitions!]) {
    const { properties } = each[`${home}.JSONSchemaProps`]!;
    for (const [field, type] of EITHER) {
      const [reference, ...more] = references(properties![field]);
      assertEquals([reference?.split("/").at(-1), more], [`${home}.${type}`, []], field);
      assertEquals(Object.keys(each[`${home}.${type}`]!), ["description"], type);
    }
  }
});
