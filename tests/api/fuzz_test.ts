/** Requests that nobody would write: each has its answer, none of them a fault, and the server lives on. */
import { runs } from "../../testing/requirements.ts";
import { errorsKept, startTestServer, type TestServer } from "../../testing/api_server.ts";
import type { Answer } from "../../testing/api_client.ts";
import { encodeEnveloped, encodeYaml } from "../../toolkit/codec/mod.ts";
import { schemaOf } from "../../toolkit/schema/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const PODS = "/api/v1/namespaces/default/pods";

const POD = {
  kind: "Pod",
  apiVersion: "v1",
  metadata: { name: "a", labels: { app: "a" }, annotations: { x: "y" } },
  spec: {
    containers: [{ name: "c", image: "i", ports: [{ containerPort: 80, name: "http" }] }],
    tolerations: [{ key: "k", operator: "Exists" }],
  },
};

const META = ["metadata", "name", "labels", "finalizers", "spec", "containers", "$patch", "kind"];

/** Names and values that mean something here, and those that should not. */
const word = fc.oneof(
  fc.constantFrom(...META, "__proto__", "constructor", "toString", "$setElementOrder/containers"),
  fc.string({ unit: "binary", maxLength: 12 }),
);

const json = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, -1, 1.5, 1e300, "", "a", "delete", "merge", "replace"),
    word,
    fc.array(tie("any"), { maxLength: 3 }),
    fc.dictionary(word, tie("any"), { maxKeys: 4 }),
  ),
})).any;

/** Statuses that say that a server works as it should. */
function assertAnswered(answer: Answer, what: string): void {
  const { status, text } = answer;
  // The reference's answer to a configuration that fits no schema, and its only one of that kind.
  const isKnown = status === 500 && /failed to (?:create typed|convert|update managed)/.test(text);
  assert(status < 500 || isKnown, `${what}: ${status} ${text.slice(0, 500)}`);
  if (status >= 400 && text !== "" && answer.headers.get("content-type") === "application/json") {
    assertEquals([answer.json.kind, answer.json.code], ["Status", status], what);
  }
}

async function withServer(run: (server: TestServer) => Promise<void>): Promise<void> {
  const { logger, errors } = errorsKept();
  await using server = await startTestServer({ logger });
  await run(server);
  assertEquals(errors, []);
  assertEquals((await server.client.get("/readyz")).text, "ok");
  const last = await server.client.post(MAPS, { metadata: { generateName: "last-" } });
  assertEquals(last.status, 201, last.text);
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const segment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "api",
      "apis",
      "v1",
      "apps",
      "namespaces",
      "default",
      "pods",
      "configmaps",
      "status",
      "a",
      "watch",
      "finalize",
      "deployments",
      "healthz",
      "openapi",
      "v2",
      "v3",
      "version",
      "",
      ".",
      "..",
      "proxy",
      "log",
      "exec",
      "metrics",
      "debug",
      "pprof",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", maxLength: 8 }).map((text) =>
      encodeURIComponent(text.toWellFormed())
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("%", "%0", "%zz", "%ff", "%00", "%2f", "%c0%af") },
);

const parameter = fc.tuple(
  fc.constantFrom(
    "limit",
    "continue",
    "resourceVersion",
    "resourceVersionMatch",
    "labelSelector",
    "fieldSelector",
    "dryRun",
    "fieldManager",
    "fieldValidation",
    "force",
    "timeoutSeconds",
    "timeout",
    "includeObject",
    "pretty",
    "gracePeriodSeconds",
    "propagationPolicy",
    "uid",
    "orphanDependents",
    "sendInitialEvents",
    "allowWatchBookmarks",
    "verbose",
    "exclude",
  ),
  fc.oneof(
    fc.constantFrom(
      "",
      "0",
      "1",
      "-1",
      "true",
      "All",
      "Exact",
      "NotOlderThan",
      "Strict",
      "1s",
      "99999999999999",
      "a=b",
      "metadata.name=a",
      "a in (b)",
      "Object",
      "Foreground",
      "e30",
    ),
    fc.string({ unit: "binary", maxLength: 20 }),
  ),
).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);

Deno.test("paths, methods and queries of all kinds are answered", async () => {
  await withServer(async ({ client }) => {
    await client.post(MAPS, { metadata: { name: "a" } });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...METHODS),
        fc.oneof(
          fc.array(segment, { maxLength: 8 }).map((parts) => `/${parts.join("/")}`),
          fc.constantFrom(MAPS, `${MAPS}/a`, PODS, "/api/v1/namespaces", "/readyz", "/apis"),
        ),
        fc.array(parameter, { maxLength: 4 }),
        async (method, path, parameters) => {
          const timed = new Set(["watch", "watch/"]).has(path.split("/")[3] ?? "")
            ? [...parameters, "timeoutSeconds=1"]
            : parameters;
          // A version that is yet to come is waited for, which takes longer than a test should.
          const query = timed.filter((one) => !/^resourceVersion=\d{3}/.test(one)).join("&");
          const target = `${path}?${query}`;
          // Whoever watches waits for its end.
          if (path.includes("/watch/")) return;
          assertAnswered(await client.request(method, target), `${method} ${target}`);
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

/** Bytes with a few of them changed, dropped or doubled. */
function mutated(bytes: Uint8Array) {
  const change = fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom("set", "drop", "double", "cut"));
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    let list = [...bytes];
    for (const [place, value, what] of changes) {
      const at = place % (list.length || 1);
      if (what === "set") list[at] = value;
      else if (what === "drop") list.splice(at, 1);
      else if (what === "double") list.splice(at, 0, ...list.slice(at, at + 20));
      else list = list.slice(0, at);
    }
    return Uint8Array.from(list);
  });
}

const TYPES: readonly [type: string, bytes: Uint8Array][] = [
  ["application/json", new TextEncoder().encode(JSON.stringify(POD))],
  ["application/yaml", new TextEncoder().encode(encodeYaml(POD))],
  [
    "application/vnd.kubernetes.protobuf",
    encodeEnveloped(schemaOf("kubernetes").kind("", "v1", "Pod")!, POD),
  ],
];

for (const [contentType, bytes] of TYPES) {
  Deno.test(`broken bodies of ${contentType} are answered`, async () => {
    await withServer(async ({ client }) => {
      const body = fc.oneof(
        mutated(bytes),
        fc.uint8Array({ maxLength: 60 }),
        fc.tuple(fc.nat(bytes.length), fc.uint8Array({ maxLength: 9 })).map(([at, more]) =>
          Uint8Array.from([...bytes.slice(0, at), ...more, ...bytes.slice(at)])
        ),
      );
      await fc.assert(
        fc.asyncProperty(body, fc.constantFrom("POST", "PUT", "DELETE"), async (sent, method) => {
          const path = method === "POST" ? PODS : `${PODS}/a`;
          const answer = await client.request(method, path, { body: sent, contentType });
          assertAnswered(answer, `${method} ${new TextDecoder().decode(sent)}`);
          // Whatever was stored can be read again in all forms.
          if (answer.status === 201) {
            const { name } = answer.json.metadata;
            for (const [accept] of TYPES) {
              const at = `${PODS}/${encodeURIComponent(name)}`;
              assertEquals((await client.get(at, { accept })).status, 200, `${accept} ${name}`);
            }
            await client.delete(PODS);
          }
        }),
        { numRuns: runs(300) },
      );
    });
  });
}

Deno.test("objects of any content are answered, and what is stored can be read", async () => {
  await withServer(async ({ client }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(word, json, { maxKeys: 4 }),
        fc.dictionary(word, json, { maxKeys: 4 }),
        fc.constantFrom("", "Strict", "Ignore"),
        async (object, metadata, fieldValidation) => {
          const body = { ...object, metadata: { name: "a", ...metadata } };
          const path = `${MAPS}?fieldValidation=${fieldValidation}`;
          assertAnswered(await client.post(path, body), JSON.stringify(body));
          assertEquals((await client.get(MAPS)).status, 200);
          await client.delete(MAPS);
        },
      ),
      { numRuns: runs(200) },
    );
  });
});

Deno.test("patches of all kinds are answered, and leave an object that can be read", async () => {
  const pointer = fc.array(fc.oneof(word, fc.constantFrom("0", "-", "~", "~1", "1e1")), {
    maxLength: 5,
  }).map((parts) => parts.map((part) => `/${part}`).join(""));
  const operation = fc.record({
    op: fc.constantFrom("add", "remove", "replace", "move", "copy", "test", "burn"),
    path: pointer,
    from: pointer,
    value: json,
  }, { requiredKeys: [] });
  const patch = fc.oneof(
    fc.tuple(fc.constant("json" as const), fc.oneof(fc.array(operation, { maxLength: 4 }), json)),
    fc.tuple(fc.constant("merge" as const), json),
    fc.tuple(fc.constant("strategic" as const), fc.oneof(json, fc.record({ spec: json }))),
    fc.tuple(
      fc.constant("apply" as const),
      fc.oneof(
        json,
        fc.dictionary(word, json).map((more) => ({ ...more, kind: "Pod", apiVersion: "v1" })),
      ),
    ),
  );
  await withServer(async ({ client }) => {
    const made = await client.post(PODS, POD);
    assertEquals(made.status, 201, made.text);
    await fc.assert(
      fc.asyncProperty(patch, fc.boolean(), async ([type, body], isStatus) => {
        const query = type === "apply" ? "?fieldManager=m&force=true" : "";
        const path = `${PODS}/a${isStatus ? "/status" : ""}${query}`;
        const answer = await client.patch(path, type, JSON.stringify(body));
        assertAnswered(answer, `${type} ${JSON.stringify(body)}`);
        const read = await client.get(`${PODS}/a`);
        if (read.status === 404) await client.post(PODS, POD);
        else assertEquals(read.status, 200, read.text);
      }),
      { numRuns: runs(500) },
    );
  });
});

Deno.test("headers of all kinds are answered", async () => {
  await withServer(async ({ client }) => {
    const text = fc.string({ unit: fc.constantFrom(...'abz/;,=*q0.19 "\\+-'), maxLength: 30 });
    const type = fc.oneof(
      text,
      fc.constantFrom("application/json", "application/json;as=Table", "*/*;q=", ";;;", "a/b,,,"),
      fc.tuple(text, text).map(([a, b]) => `application/json;as=${a};g=meta.k8s.io;v=${b}`),
    );
    await fc.assert(
      fc.asyncProperty(type, type, text, async (accept, contentType, agent) => {
        const headers = { "user-agent": agent, "accept-encoding": accept, "if-none-match": agent };
        const options = { accept, contentType, headers };
        assertAnswered(await client.get(MAPS, options), accept);
        assertAnswered(await client.get("/apis", options), accept);
        assertAnswered(
          await client.post(`${MAPS}?dryRun=All`, { metadata: { name: "a" } }, options),
          `${accept} ${contentType}`,
        );
      }),
      { numRuns: runs(150) },
    );
  });
});
