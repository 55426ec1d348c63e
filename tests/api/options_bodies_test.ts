/** The options that deletions carry in their bodies: in every form, by every group's version. */
import { startTestServer } from "../../testing/api_server.ts";
import { encodeEnvelope, encodeEnveloped } from "../../toolkit/codec/mod.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { NAMES } from "../../toolkit/names.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { definitionOf, gadget, gadgets, install } from "./extending/definitions.ts";

const PROTOBUF = NAMES.kubernetes.protobufMediaType;
const template = {
  metadata: { labels: { app: "x" } },
  spec: { containers: [{ name: "c", image: "i" }] },
};
const NAMESPACED = (group: string, resource: string) => `/${group}/namespaces/default/${resource}`;

/** Where objects are, what they hold besides a name, and the version that they go by. */
const RESOURCES: readonly { path: string; own: string; content: object }[] = [
  { path: NAMESPACED("api/v1", "configmaps"), own: "v1", content: {} },
  {
    path: NAMESPACED("apis/apps/v1", "deployments"),
    own: "apps/v1",
    content: { spec: { selector: { matchLabels: { app: "x" } }, template } },
  },
  {
    path: NAMESPACED("apis/batch/v1", "jobs"),
    own: "batch/v1",
    content: { spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } },
  },
  {
    path: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
    own: "rbac.authorization.k8s.io/v1",
    content: { rules: [] },
  },
  { path: gadgets(), own: "example.com/v1", content: { spec: { size: 1 } } },
  {
    path: "/apis/example.com/v1/planets",
    own: "example.com/v1",
    content: { spec: { size: 1 } },
  },
];

const OPTIONS = { propagationPolicy: "Orphan" };

/** A body in each form, of the kind and version that it is to name; "": it names none. */
const FORMS: Readonly<Record<string, (apiVersion: string, kind: string) => BodyInit>> = {
  "application/json": (apiVersion, kind) =>
    JSON.stringify({ ...(kind && { kind }), ...(apiVersion && { apiVersion }), ...OPTIONS }),
  "application/yaml": (apiVersion, kind) =>
    `kind: ${kind || '""'}\napiVersion: ${apiVersion || '""'}\npropagationPolicy: Orphan\n`,
  [PROTOBUF]: (apiVersion, kind) => {
    const named = { kind: kind || "DeleteOptions", apiVersion, ...OPTIONS };
    const type = schemaOf("kubernetes").struct("meta/v1", "DeleteOptions");
    return encodeEnveloped(type, named);
  },
};

Deno.test("deletion options go by any group's version, in every form, one by one and all at once", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  await install(client, definitionOf({ scope: "Cluster" }, "planets"));
  for (const { path, own, content } of RESOURCES) {
    const [kind, apiVersion] = [path.endsWith("planets") ? "Planet" : "Gadget", own];
    const typed = own === "example.com/v1" ? { kind, apiVersion } : {};
    for (const [contentType, bodyOf] of Object.entries(FORMS)) {
      for (const named of [own, "v1", "meta.k8s.io/v1", "apps/v1", "example.com/v9", ""]) {
        for (const target of [`${path}/a`, `${path}?labelSelector=one=a`]) {
          const what = `${contentType} of ${named || "no version"} to ${target}`;
          const metadata = { name: "a", labels: { one: "a" } };
          const made = await client.post(path, { ...typed, metadata, ...content });
          assertEquals(made.status, 201, made.text);
          const answer = await client.delete(target, bodyOf(named, "DeleteOptions"), {
            contentType,
          });
          assertEquals(answer.status, 200, `${what}: ${answer.text}`);
          const { json } = await client.get(`${path}/a`);
          assertEquals(json.metadata.finalizers, ["orphan"], what);
          await client.patch(`${path}/a`, "merge", { metadata: { finalizers: null } });
        }
      }
    }
  }
});

Deno.test("bodies of deletions that are no deletion options are refused, and nothing is deleted", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf());
  await client.post(gadgets(), gadget("a"));
  const maps = "/api/v1/namespaces/default/configmaps";
  await client.post(maps, { metadata: { name: "a" } });
  const noKind = (kind: string, version: string) =>
    `no kind "${kind}" is registered for version "${version}"`;
  const empty = { apiVersion: "v1", kind: "DeleteOptions", contentEncoding: "", contentType: "" };
  const cases: [contentType: string, body: BodyInit, status: number, message: string][] = [
    ...Object.entries(FORMS).flatMap(([contentType, bodyOf]) =>
      [
        [contentType, bodyOf("v1", "Pod"), 400, noKind("Pod", "v1")],
        [contentType, bodyOf("apps/v1", "Deployment"), 400, noKind("Deployment", "apps/v1")],
        [contentType, bodyOf("", "Gadget"), 400, noKind("Gadget", "meta.k8s.io/v1")],
      ] as [string, BodyInit, number, string][]
    ),
    [PROTOBUF, "{}", 400, "protobuf: the four bytes that every envelope begins with are missing"],
    [PROTOBUF, encodeEnvelope({ ...empty, raw: new Uint8Array([0xff]) }), 400, "protobuf: "],
    ["application/json", "[]", 400, "json: "],
    ["application/json", '{"kind":7}', 400, "json: "],
    ["application/json", '{"apiVersion":"a/b/c","kind":"DeleteOptions"}', 400, "unexpected"],
    ["application/yaml", "a: 1\n---\nb: 2\n", 400, "yaml: "],
    ["application/yaml", "a: [", 400, "yaml: "],
    ["text/plain", "x", 415, "the body of the request was in an unknown format"],
  ];
  for (const target of [`${maps}/a`, maps, `${gadgets()}/a`, gadgets()]) {
    for (const [contentType, body, status, message] of cases) {
      const answer = await client.delete(target, body, { contentType });
      const what = `${contentType} to ${target}: ${answer.text}`;
      assertEquals(answer.status, status, what);
      assertEquals(answer.json.message.includes(message), true, what);
    }
    const options = { ignoreStoreReadErrorWithClusterBreakingPotential: true };
    if (!target.endsWith("/a")) {
      const answer = await client.delete(target, options);
      assertEquals([answer.status, answer.json.details.kind], [422, "DeleteOptions"]);
    }
  }
  for (const path of [maps, gadgets()]) assertEquals((await client.get(`${path}/a`)).status, 200);
});
