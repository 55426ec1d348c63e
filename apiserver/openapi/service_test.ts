import { FakeClock } from "../../toolkit/clock.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import type { OpenApiSchema } from "./mod.ts";
import { OpenApi } from "./service.ts";
import { type Json, open, references, resolve } from "./testdata/opened.ts";
import { builtin, crontabs } from "./testdata/resources.ts";

const PROTOBUF = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

function* saying(schema: object | undefined): SlicedTask<OpenApiSchema | undefined> {
  yield;
  return schema as OpenApiSchema | undefined;
}

function assertResolves(document: Json, path: string): void {
  for (const reference of new Set(references(document))) {
    assert(resolve(document, reference) !== undefined, `${path}: nothing is at ${reference}`);
  }
}

Deno.test("objects of any fields have no fields in version 2, whose clients would refuse all others", async () => {
  const free = { ...crontabs, describe: () => saying(undefined) };
  const { json } = open("kubernetes", [free]);
  const { definitions } = await json("/openapi/v2");
  const { properties, type } = definitions!["com.example.stable.v1.CronTab"]!;
  assertEquals([properties, type as unknown], [undefined, "object"]);
  const { components } = await json("/openapi/v3/apis/stable.example.com/v1");
  assertEquals(
    Object.keys(components!.schemas!["com.example.stable.v1.CronTab"]!.properties!),
    ["kind", "apiVersion", "metadata"],
  );
});

Deno.test("discovery is described of built-in groups only", async () => {
  const { json } = open("kubernetes", [crontabs]);
  const { paths: index } = await json("/openapi/v3");
  const named = [
    "apis/apps",
    "apis/apps/v1",
    "apis/stable.example.com",
    "apis/stable.example.com/v1",
  ];
  assertEquals(named.filter((name) => name in index!), [
    "apis/apps",
    "apis/apps/v1",
    "apis/stable.example.com/v1",
  ]);
  const { paths } = await json("/openapi/v2");
  const described = named.map((name) => `/${name}/`).filter((path) => path in paths!);
  assertEquals(described, ["/apis/apps/", "/apis/apps/v1/"]);
  const custom = await json("/openapi/v3/apis/stable.example.com/v1");
  assertEquals(Object.keys(custom.paths!).filter((path) => path.endsWith("/v1/")), []);
});

for (const dialect of DIALECTS) {
  Deno.test(`every reference of version 3 resolves, and every operation is unique, in ${dialect}`, async () => {
    const { json } = open(dialect, [crontabs]);
    const { paths: index } = await json("/openapi/v3");
    const names = Object.keys(index!);
    assert(names.length > 40);
    const seen = new Set<string>();
    for (const name of names) {
      const document = await json(`/openapi/v3/${name}`);
      assertResolves(document, name);
      for (const item of Object.values(document.paths!)) {
        for (const operation of Object.values(item)) {
          const id = (operation as Json).operationId as unknown as string | undefined;
          if (id === undefined) continue;
          assert(!seen.has(id), `${id} comes twice`);
          seen.add(id);
        }
      }
    }
  });

  Deno.test(`no enumeration is empty, and none of a list is, in ${dialect}`, async () => {
    const { json } = open(dialect, [crontabs]);
    const { paths: index } = await json("/openapi/v3");
    for (const name of ["v2", ...Object.keys(index!).map((one) => `v3/${one}`)]) {
      const text = JSON.stringify(await json(`/openapi/${name}`));
      // What reads a document and writes it again drops them: they mean nothing, or that nothing is valid.
      assertEquals(text.match(/"(enum|parameters|required|tags)":\[\]/), null, name);
    }
  });

  Deno.test(`every reference of version 2 resolves, in ${dialect}`, async () => {
    const document = await open(dialect, [crontabs]).json("/openapi/v2");
    assertResolves(document, "/openapi/v2");
  });

  Deno.test(`every kind has its definition, and PATCH takes fieldValidation, in ${dialect}`, async () => {
    const { json, state } = open(dialect, [crontabs]);
    const extension = `${NAMES[dialect].definitionExtensionPrefix}group-version-kind`;
    const whole = await json("/openapi/v2");
    for (const { group, version, kind, resource, verbs, namespaced } of state.resources) {
      const root = group === "" ? `api/${version}` : `apis/${group}/${version}`;
      const own = await json(`/openapi/v3/${root}`);
      const wanted = JSON.stringify({ group, kind, version });
      const definitions = [own.components!.schemas!, whole.definitions!];
      for (const each of definitions) {
        const found = Object.values(each).filter((definition) =>
          (definition[extension] as unknown as Json[] | undefined)
            ?.some((one) => JSON.stringify(one) === wanted)
        );
        assertEquals(found.length, 1, `definitions of ${wanted}`);
        assertEquals(Object.hasOwn(found[0]!.properties!, "kind"), true, wanted);
      }
      if (!verbs.includes("patch")) continue;
      const scope = namespaced ? "namespaces/{namespace}/" : "";
      const { patch } = own.paths![`/${root}/${scope}${resource}/{name}`]!;
      assertEquals(JSON.stringify(patch![extension]), wanted);
      const parameters = patch!.parameters as unknown as Json[];
      const taken = parameters.map(({ name }) => name as unknown as string);
      assertEquals(taken, ["dryRun", "fieldManager", "fieldValidation", "force"]);
    }
  });

  Deno.test(`what all group versions have is of none of them, in ${dialect}`, async () => {
    const { json } = open(dialect, [crontabs]);
    const extension = `${NAMES[dialect].definitionExtensionPrefix}group-version-kind`;
    for (
      const [path, ...kinds] of [
        ["v3/api/v1", "APIResourceList", "Status"],
        ["v3/apis/apps/v1", "APIResourceList", "Status"],
        ["v3/apis/apps", "APIGroup"],
        ["v3/apis", "APIGroupList"],
        ["v3/api", "APIVersions"],
        ["v2", "APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "Status"],
      ] as const
    ) {
      const document = await json(`/openapi/${path}`);
      const definitions = document.components?.schemas ?? document.definitions!;
      for (const kind of kinds) {
        const name = Object.keys(definitions).find((one) => one.endsWith(`.meta.v1.${kind}`))!;
        const said = definitions[name]?.[extension];
        assertEquals(said as unknown, [{ group: "", kind, version: "v1" }], `${path} ${kind}`);
      }
    }
  });
}

/** What a schema says but in words. */
function markersOf(schema: Json | undefined): unknown {
  const { description: _, ...markers } = schema!;
  return markers;
}

Deno.test("definitions have the names and the markers of the reference", async () => {
  const { json } = open("kubernetes");
  const { schemas } = (await json("/openapi/v3/api/v1")).components!;
  const container = schemas!["io.k8s.api.core.v1.Container"]!;
  assertEquals(container.required as unknown, ["name"]);
  assertEquals(markersOf(container.properties!.ports), {
    type: "array",
    items: {
      allOf: [{ $ref: "#/components/schemas/io.k8s.api.core.v1.ContainerPort" }],
      default: {},
    },
    "x-kubernetes-list-map-keys": ["containerPort", "protocol"],
    "x-kubernetes-list-type": "map",
    "x-kubernetes-patch-merge-key": "containerPort",
    "x-kubernetes-patch-strategy": "merge",
  });
  const port = schemas!["io.k8s.api.core.v1.ContainerPort"]!.properties!.protocol!;
  assertEquals(port.default as unknown, "TCP");
  assertEquals(port.enum as unknown, ["SCTP", "TCP", "UDP"]);
  assertEquals(
    markersOf(schemas!["io.k8s.apimachinery.pkg.util.intstr.IntOrString"]),
    { oneOf: [{ type: "integer" }, { type: "string" }], format: "int-or-string" },
  );
  const selector = schemas!["io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector"]!;
  assertEquals(selector["x-kubernetes-map-type"] as unknown, "atomic");

  const two = await json("/openapi/v2");
  const { volumes } = two.definitions!["io.k8s.api.core.v1.PodSpec"]!.properties!;
  assertEquals(volumes!["x-kubernetes-patch-strategy"] as unknown, "merge,retainKeys");
  assertEquals(volumes!["x-kubernetes-patch-merge-key"] as unknown, "name");
  assertEquals(markersOf(two.definitions!["io.k8s.apimachinery.pkg.util.intstr.IntOrString"]), {
    type: "string",
    format: "int-or-string",
  });
});

Deno.test("names and extensions are those of the dialect", async () => {
  const { get } = open("orch");
  for (const path of ["/openapi/v2", "/openapi/v3/api/v1"]) {
    const whole = new TextDecoder().decode((await get(path)).body);
    // By this one, stock clients find kinds in either dialect.
    const text = whole.replaceAll("x-kubernetes-group-version-kind", "");
    assert(text.length < whole.length && text.includes("x-orch-group-version-kind"));
    assert(text.includes("io.orch.api.core.v1.Pod"));
    // A definition of JSON schemas has fields of these names, in the dialect's spelling as well.
    assert(!/k8s|kubernetes|kube-/.test(text), /.{60}(k8s|kubernetes|kube-).{20}/.exec(text)?.[0]);
  }
});

Deno.test("operations tell what they do", async () => {
  const { paths } = await open("kubernetes").json("/openapi/v3/api/v1");
  const action = (path: string, method: string) => {
    const operation = paths![`/api/v1${path}`]?.[method];
    return operation === undefined
      ? undefined
      : [operation.operationId, operation["x-kubernetes-action"]] as unknown as string[];
  };
  const pods = "/namespaces/{namespace}/pods";
  assertEquals(action(pods, "get"), ["listCoreV1NamespacedPod", "list"]);
  assertEquals(action(pods, "post"), ["createCoreV1NamespacedPod", "post"]);
  assertEquals(action(pods, "delete"), ["deleteCoreV1CollectionNamespacedPod", "deletecollection"]);
  assertEquals(action(`${pods}/{name}`, "put"), ["replaceCoreV1NamespacedPod", "put"]);
  assertEquals(action(`${pods}/{name}/status`, "get"), ["readCoreV1NamespacedPodStatus", "get"]);
  assertEquals(action(`${pods}/{name}/log`, "get"), ["readCoreV1NamespacedPodLog", "get"]);
  assertEquals(action(`${pods}/{name}/exec`, "post"), [
    "connectCoreV1PostNamespacedPodExec",
    "connect",
  ]);
  assertEquals(action(`${pods}/{name}/proxy/{path}`, "get"), [
    "connectCoreV1GetNamespacedPodProxyWithPath",
    "connect",
  ]);
  assertEquals(action(`${pods}/{name}/eviction`, "post"), [
    "createCoreV1NamespacedPodEviction",
    "post",
  ]);
  assertEquals(action("/pods", "get"), ["listCoreV1PodForAllNamespaces", "list"]);
  assertEquals(action("/nodes/{name}", "delete"), ["deleteCoreV1Node", "delete"]);
  assertEquals(action("/nodes", "patch"), undefined);
});

Deno.test("deleting answers with what the strategy says", async () => {
  const resources = builtin("kubernetes").filter(({ kind }) => /^(Node|Pod|Secret)$/.test(kind));
  const { json, state } = open("kubernetes");
  state.resources = resources.map((each) =>
    each.kind === "Node" ? each : { ...each, strategy: { returnsDeleted: each.kind === "Pod" } }
  );
  const { paths } = await json("/openapi/v3/api/v1");
  const answerOf = (path: string) =>
    [...references(paths![`/api/v1/${path}`]!.delete!.responses)].map((one) =>
      one.split(".").at(-1)
    );
  const scoped = "namespaces/{namespace}";
  assertEquals(new Set(answerOf(`${scoped}/pods/{name}`)), new Set(["Pod"]));
  assertEquals(new Set(answerOf(`${scoped}/secrets/{name}`)), new Set(["Status"]));
  assertEquals(new Set(answerOf("nodes/{name}")), new Set(["Status"]));
  assertEquals(new Set(answerOf(`${scoped}/pods`)), new Set(["Status"]));
});

Deno.test("custom resources are described by their schemas", async () => {
  const { json } = open("kubernetes", [crontabs]);
  const document = await json("/openapi/v3/apis/stable.example.com/v1");
  const paths = Object.entries(document.paths!).filter(([path]) => path.includes("crontabs"));
  assert(paths.length > 0 && !JSON.stringify(paths).includes("protobuf"), "they have none");
  const three = document.components!.schemas!;
  const { spec, metadata } = three["com.example.stable.v1.CronTab"]!.properties!;
  assertEquals(spec!.properties!.cron as unknown, {
    type: "string",
    description: "When.",
    default: "daily",
  });
  assert(metadata !== undefined);
  const two = (await json("/openapi/v2")).definitions!["com.example.stable.v1.CronTab"]!;
  const selectable = JSON.stringify([{ fieldPath: "spec.cron" }]);
  for (const described of [three["com.example.stable.v1.CronTabList"]!, two]) {
    assertEquals(JSON.stringify(described["x-kubernetes-selectable-fields"]), selectable);
  }
  assertEquals(two.properties!.spec as unknown, {
    type: "object",
    required: ["cron"],
    properties: {
      cron: { type: "string", description: "When." },
      port: { "x-kubernetes-int-or-string": true },
      // The older version knows no null: then nothing is said.
      default: {},
    },
  });
});

Deno.test("what is told of custom resources is what they take", async () => {
  const { paths } = await open("kubernetes", [crontabs]).json(
    "/openapi/v3/apis/stable.example.com/v1",
  );
  const root = "/apis/stable.example.com/v1/namespaces/{namespace}/crontabs";
  const typesOf = (path: string, method: string) => {
    const { requestBody } = paths![`${root}${path}`]![method]!;
    return Object.keys(requestBody!.content!);
  };
  const patches = [
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/apply-patch+yaml",
  ];
  for (const part of ["", "/status", "/scale"]) {
    assertEquals(typesOf(`/{name}${part}`, "patch"), patches, part);
    const texts = ["application/json", "application/yaml"];
    assertEquals(typesOf(`/{name}${part}`, "put"), texts, part);
  }
});

Deno.test("no custom kind takes the definition of a built-in type", async () => {
  const pods = { ...crontabs, group: "core.api.k8s.io", kind: "Pod", listKind: "PodList" };
  for (const path of ["/openapi/v2", "/openapi/v3/apis/core.api.k8s.io/v1"]) {
    const before = await open("kubernetes").json("/openapi/v2");
    const { json } = open("kubernetes", [pods]);
    const document = await json(path);
    assertResolves(document, path);
    const definitions = document.definitions ?? document.components!.schemas!;
    const kind = { group: "core.api.k8s.io", kind: "Pod", version: "v1" };
    assertEquals<unknown>(
      definitions["io.k8s.api.core.v1.Pod_v2"]!["x-kubernetes-group-version-kind"],
      [kind],
    );
    const name = "io.k8s.api.core.v1.Pod";
    assertEquals((await json("/openapi/v2")).definitions![name], before.definitions![name]);
  }
});

Deno.test("answers have a tag by which clients keep them", async () => {
  const { get } = open("kubernetes");
  for (const path of ["/openapi/v2", "/openapi/v3", "/openapi/v3/apis/apps/v1"]) {
    const { status, headers, body } = await get(path);
    assertEquals([status, headers["content-type"], headers.vary], [
      200,
      "application/json",
      "Accept",
    ]);
    assert(body!.length > 1000);
    const again = await get(path, { ifNoneMatch: `"other", ${headers.etag}` });
    assertEquals([again.status, again.body, again.headers.etag], [304, undefined, headers.etag]);
    assertEquals((await get(path, { ifNoneMatch: `W/${headers.etag}` })).status, 304);
    assertEquals((await get(path, { ifNoneMatch: `"other"` })).status, 200);
  }
});

Deno.test("documents of a hash may be kept for ever, others are sent to it", async () => {
  const clock = new FakeClock();
  const api = new OpenApi({
    dialect: "kubernetes",
    info: { title: "API", version: "v1" },
    resources: () => builtin("kubernetes").filter(({ group }) => group === "apps"),
    generation: () => 1,
    clock,
  });
  const path = "/openapi/v3/apis/apps/v1";
  const { headers } = (await api.answer({ path }))!;
  assertEquals(headers["cache-control"], undefined);
  const hash = JSON.parse(headers.etag!) as string;
  const kept = (await api.answer({ path, hash }))!;
  assertEquals(kept.status, 200);
  assertEquals(kept.headers["cache-control"], "public, immutable");
  assert(Date.parse(kept.headers.expires!) > clock.now());
  const other = (await api.answer({ path, hash: "0123" }))!;
  assertEquals([other.status, other.headers.location], [301, `${path}?hash=${hash}`]);
});

Deno.test("the form is what the client accepts", async () => {
  const { get, api } = open("kubernetes");
  const type = async (path: string, accept: string) => {
    const { status, headers } = await get(path, { accept });
    return status === 200 ? headers["content-type"] : status;
  };
  const answered = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
  assertEquals(await type("/openapi/v2", PROTOBUF), answered);
  assertEquals(await type("/openapi/v2", answered), answered);
  assertEquals(await type("/openapi/v2", `${PROTOBUF},application/json;q=0.9`), answered);
  assertEquals(await type("/openapi/v2", "application/json, */*"), "application/json");
  assertEquals(await type("/openapi/v2", ""), "application/json");
  assertEquals(await type("/openapi/v2", "text/html"), 406);
  assertEquals(await type("/openapi/v3/api/v1", "application/*"), "application/json");
  assertEquals(await type("/openapi/v3/api/v1", PROTOBUF), 406, "of the other version");
  const [asked, answered3] = ["spec.v3@v1.0", "spec.v3.v1.0"].map((version) =>
    `application/com.github.proto-openapi.${version}+protobuf`
  );
  for (const accept of [asked!, answered3!, `text/html, ${asked}, application/json;q=0.9`]) {
    assertEquals(await type("/openapi/v3/api/v1", accept), answered3);
  }
  assertEquals(await type("/openapi/v3/api/v1", `${asked};q=0.1, */*`), "application/json");
  for (const path of ["/openapi", "/openapi/v1", "/openapi/v3/apis/none/v1", "/openapi/v3/x"]) {
    assertEquals(await api.answer({ path }), undefined);
  }
});

Deno.test("the index looks at the resources once, however many versions there are", async () => {
  let looks = 0;
  const resources = Array.from({ length: 20 }, (_, index) => ({
    ...crontabs,
    group: `g${index}.example.com`,
  }));
  const api = new OpenApi({
    dialect: "kubernetes",
    info: { title: "API", version: "v1" },
    resources: () => (looks++, resources),
    generation: () => 1,
  });
  const { body } = (await api.answer({ path: "/openapi/v3" }))!;
  assertEquals(Object.keys(JSON.parse(new TextDecoder().decode(body)).paths).length, 25);
  assertEquals(looks, 1);
});

Deno.test("a version of the API has one hash, whatever form its document is in", async () => {
  const { get } = open("kubernetes", [crontabs]);
  const path = "/openapi/v3/apis/stable.example.com/v1";
  const accept = "application/com.github.proto-openapi.spec.v3@v1.0+protobuf";
  const json = await get(path);
  const protobuf = await get(path, { accept, hash: JSON.parse(json.headers.etag!) as string });
  assertEquals([protobuf.status, protobuf.headers.etag], [200, json.headers.etag]);
  assertEquals(protobuf.headers["cache-control"], "public, immutable");
  const text = new TextDecoder().decode(protobuf.body);
  for (
    const part of ["3.0.0", "com.example.stable.v1.CronTab", "When to run what.", "/crontabs/"]
  ) {
    assert(text.includes(part), part);
  }
  const again = await get(path, { accept });
  assert(again.body === protobuf.body, "it is made once");
  assertEquals((await get(path, { accept, ifNoneMatch: json.headers.etag! })).status, 304);
});

Deno.test("descriptions follow the resources, and what did not change is kept", async () => {
  const { get, state, json } = open("kubernetes");
  const url = async (name: string) => {
    const { paths } = await json("/openapi/v3");
    return paths![name]?.serverRelativeURL as unknown as string | undefined;
  };
  const path = "apis/stable.example.com/v1";
  const [apps, two] = [await url("apis/apps/v1"), await get("/openapi/v2")];
  assertEquals(await url(path), undefined);

  state.resources = [...state.resources, crontabs];
  state.generation++;
  const before = await url(path);
  assert(before !== undefined);
  assertEquals(await url("apis/apps/v1"), apps);
  assert((await get("/openapi/v2")).headers.etag !== two.headers.etag);

  state.resources = [...state.resources.slice(0, -1), {
    ...crontabs,
    describe: () => saying({ type: "object" }),
  }];
  state.generation++;
  assert(await url(path) !== before);

  state.resources = state.resources.slice(0, -1);
  state.generation++;
  assertEquals(await url(path), undefined);
  assertEquals((await get("/openapi/v2")).headers.etag, two.headers.etag);
});
