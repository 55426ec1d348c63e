/** What policies and webhooks are told of requests that are not about one object of their own. */
import type { AnyObject } from "../../testing/api_client.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { HookServer, installHook, patching } from "./hook_server.ts";
import { install, make, map, MAPS, paramKind, rule, told, validations } from "./policies.ts";
import { LOOSE } from "./with_hook.ts";

const PODS = "/api/v1/namespaces/default/pods";

Deno.test("a collection is deleted without a name, in its namespace", LOOSE, async () => {
  await using server = await startTestServer();
  await using hook = await HookServer.judging();
  await installHook(server, "validating", "one", { clientConfig: hook.config() });
  const { client } = server;
  for (const name of ["a", "b"]) await make(server, MAPS, map(name, { own: name }));
  hook.reviews.length = 0;
  assertEquals((await client.delete(`${MAPS}?limit=1`)).status, 200);
  const [request] = hook.reviews.map((one) => one.request);
  const { operation, name, namespace, object, oldObject, options } = request;
  assertEquals([operation, name, namespace, object], ["DELETE", undefined, "default", null]);
  assertEquals([oldObject.data, options.kind], [{ own: "a" }, "DeleteOptions"]);
  const matchConstraints = { resourceRules: [{ ...rule, operations: ["DELETE"] }] };
  const stays = validations("has(request.name) && request.name == oldObject.metadata.name");
  await install(server, "validating", "stays", { matchConstraints, ...stays });
  const refused = await client.delete(MAPS);
  const [status, , message] = told(refused);
  assertEquals(status, 422, refused.text);
  assert(message.startsWith('configmaps "Unknown" is forbidden: '), message);
  assertEquals((await client.get(`${MAPS}/b`)).status, 200);
  // One by one they have names.
  assertEquals((await client.delete(`${MAPS}/b`)).status, 200);
});

Deno.test(
  "who is asked about a pod's deletion is told how long it has, and not again while it ends",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    await using hook = await HookServer.judging(({ oldObject }) => ({
      allowed: oldObject.metadata.deletionTimestamp === undefined ||
        oldObject.metadata.labels?.shorter === "yes",
    }));
    const rules = [{ ...rule, resources: ["pods"], operations: ["DELETE"] }];
    await installHook(server, "validating", "one", { clientConfig: hook.config(), rules });
    const { client } = server;
    const containers = [{ name: "c", image: "i" }];
    const cases: [name: string, spec: object, asked: number | undefined, told: number][] = [
      ["by-default", { nodeName: "n" }, undefined, 30],
      ["of-its-own", { nodeName: "n", terminationGracePeriodSeconds: 7 }, undefined, 7],
      ["as-asked", { nodeName: "n" }, 12, 12],
      ["nowhere", {}, undefined, 0],
      ["nowhere-as-asked", {}, 12, 0],
    ];
    for (const [name, spec, gracePeriodSeconds, seconds] of cases) {
      await make(server, PODS, { metadata: { name }, spec: { containers, ...spec } });
      const body = gracePeriodSeconds === undefined ? undefined : { gracePeriodSeconds };
      assertEquals((await client.delete(`${PODS}/${name}`, body)).status, 200, name);
      const { options } = hook.reviews.at(-1)!.request;
      assertEquals(options.gracePeriodSeconds, seconds, name);
    }
    const count = hook.reviews.length;
    for (const gracePeriodSeconds of [undefined, 30, 31]) {
      const again = await client.delete(`${PODS}/by-default`, { gracePeriodSeconds });
      assertEquals(again.status, 200, String(gracePeriodSeconds));
      assertEquals(again.json.metadata.deletionGracePeriodSeconds, 30);
    }
    assertEquals(hook.reviews.length, count);
    const sooner = await client.delete(`${PODS}/by-default`, { gracePeriodSeconds: 3 });
    assertEquals([sooner.status, hook.reviews.length], [400, count + 1], sooner.text);
  },
);

Deno.test(
  "who may change an update sees the version that was sent with it, if any was",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const { client } = server;
    await using mutating = await HookServer.judging();
    await using validating = await HookServer.judging();
    const made = (await client.post(MAPS, map("x"))).json;
    await installHook(server, "mutating", "one", { clientConfig: mutating.config() });
    await installHook(server, "validating", "two", { clientConfig: validating.config() });
    const put = (metadata: object, data: object) =>
      client.put(`${MAPS}/x`, { metadata: { name: "x", ...metadata }, data });
    const seen = ({ reviews }: HookServer) =>
      reviews.at(-1)!.request.object.metadata.resourceVersion;
    const first = made.metadata.resourceVersion;
    const updated = await put({}, { a: "1" });
    assertEquals([updated.status, seen(mutating), seen(validating)], [200, undefined, first]);
    const second = updated.json.metadata.resourceVersion;
    const again = await put({ resourceVersion: second }, { a: "2" });
    assertEquals([again.status, seen(mutating), seen(validating)], [200, second, second]);
  },
);

Deno.test("namespaces, some of which can't be spared, are deleted one by one", async () => {
  await using server = await startTestServer();
  const { status } = await server.client.delete("/api/v1/namespaces");
  assertEquals(status, 405);
  assertEquals((await server.client.get("/api/v1/namespaces/default")).status, 200);
});

Deno.test("a policy judges connections, whose options are their object", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const containers = [{ name: "c", image: "i" }];
  await make(server, PODS, { metadata: { name: "p" }, spec: { containers } });
  const connects = { ...rule, resources: ["pods/exec", "nodes/proxy"], operations: ["CONNECT"] };
  await install(server, "validating", "connects", {
    matchConstraints: { resourceRules: [connects] },
    matchConditions: [{
      name: "unmarked",
      expression: "!has(object.metadata) || !has(object.metadata.annotations)",
    }],
    validations: [{
      expression: "has(request.options) && has(request.options.kind)",
      messageExpression: "object.kind + ' of ' + request.name",
    }],
  });
  for (
    const [path, why] of [
      [`${PODS}/p/exec?command=ls`, "PodExecOptions of p"],
      ["/api/v1/nodes/n/proxy/metrics", "NodeProxyOptions of n"],
    ] as const
  ) {
    const { status, json } = await client.get(path);
    assertEquals([status, json.message.endsWith(`denied request: ${why}`)], [422, true], json);
  }
});

Deno.test(
  "no policy is asked about reviews, which everything lives by; webhooks are",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    await using hook = await HookServer.judging();
    const every = { ...rule, apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] };
    await installHook(server, "validating", "one", { clientConfig: hook.config(), rules: [every] });
    const { client } = server;
    const matchConstraints = { resourceRules: [{ ...every, operations: ["*"] }] };
    await install(server, "validating", "never", { matchConstraints, ...validations("false") });
    const attributes = { namespace: "default", verb: "get", resource: "pods" };
    const access = { spec: { user: "u", resourceAttributes: attributes } };
    const authorization = "/apis/authorization.k8s.io/v1";
    for (
      const [path, review] of [
        ["/apis/authentication.k8s.io/v1/selfsubjectreviews", {}],
        ["/apis/authentication.k8s.io/v1/tokenreviews", {
          metadata: { name: "r" },
          spec: { token: "t" },
        }],
        [`${authorization}/subjectaccessreviews`, access],
        [`${authorization}/namespaces/default/localsubjectaccessreviews`, access],
        [`${authorization}/selfsubjectaccessreviews`, {
          spec: { resourceAttributes: attributes },
        }],
        [`${authorization}/selfsubjectrulesreviews`, { spec: { namespace: "default" } }],
      ] as const
    ) {
      hook.reviews.length = 0;
      const { status, text } = await client.post(path, review);
      assertEquals([status, hook.reviews.length], [201, 1], `${path} ${text}`);
      assertEquals(hook.reviews[0]!.request.name, path.includes("tokenreviews") ? "r" : undefined);
    }
    // All else is judged, tokens among it.
    assertEquals((await client.post(MAPS, map("a"))).status, 422);
    const token = await client.post(
      "/api/v1/namespaces/default/serviceaccounts/default/token",
      { spec: {} },
    );
    assert(token.status !== 201, token.text);
  },
);

Deno.test(
  "what is posted to an object is placed and filled in before anybody is asked about it",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    await using hook = await HookServer.judging();
    const { client } = server;
    const containers = [{ name: "c", image: "i" }];
    await make(server, PODS, { metadata: { name: "p" }, spec: { containers } });
    const account = "/api/v1/namespaces/default/serviceaccounts/robot";
    await make(server, account.replace(/\/robot$/, ""), { metadata: { name: "robot" } });
    const resources = ["pods/binding", "pods/eviction", "serviceaccounts/token"];
    const rules = [{ ...rule, apiVersions: ["*"], resources, operations: ["CREATE"] }];
    await installHook(server, "mutating", "one", { clientConfig: hook.config(), rules });
    const metadata = { name: "p" };
    const target = { name: "n" };
    const cases: readonly [path: string, posted: object, status: number, spec: unknown][] = [
      [`${PODS}/p/binding`, { target }, 400, undefined],
      [`${PODS}/p/binding`, { metadata, target }, 201, undefined],
      [`${PODS}/p/eviction`, { metadata }, 201, undefined],
      // No key is there to sign with.
      [`${account}/token`, { spec: {} }, 503, {
        audiences: null,
        expirationSeconds: 3600,
        boundObjectRef: null,
      }],
    ];
    for (const [path, posted, status, spec] of cases) {
      hook.reviews.length = 0;
      const answer = await client.post(path, posted);
      assertEquals(answer.status, status, answer.text);
      const { object } = hook.reviews[0]!.request;
      assertEquals([object.metadata.namespace, object.spec], ["default", spec], path);
      const elsewhere = { ...posted, metadata: { ...metadata, namespace: "elsewhere" } };
      assertEquals((await client.post(path, elsewhere)).status, 400, path);
      assertEquals(hook.reviews.length, 1, path);
    }
  },
);

Deno.test("a binding binds the pod that it is sent to, whoever names it", LOOSE, async () => {
  await using server = await startTestServer();
  const { client } = server;
  const containers = [{ name: "c", image: "i" }];
  for (const name of ["other", "sent-to"]) {
    await make(server, PODS, { metadata: { name }, spec: { containers } });
  }
  let named = "other";
  await using hook = await HookServer.judging(() =>
    patching({ op: "add", path: "/metadata/name", value: named })
  );
  const rules = [{ ...rule, resources: ["pods/binding"], operations: ["CREATE"] }];
  await installHook(server, "mutating", "one", { clientConfig: hook.config(), rules });
  const bind = async (name: string | undefined) => {
    const binding = { metadata: { name }, target: { name: "n" } };
    const { status } = await client.post(`${PODS}/sent-to/binding`, binding);
    const { items } = (await client.get(PODS)).json;
    return [status, ...items.map(({ spec }: AnyObject) => spec.nodeName)];
  };
  assertEquals(await bind("sent-to"), [422, undefined, undefined]);
  assertEquals(await bind(undefined), [400, undefined, undefined]);
  named = "sent-to";
  assertEquals(await bind("other"), [422, undefined, undefined]);
  assertEquals(await bind(undefined), [201, undefined, "n"]);
});

Deno.test(
  "who has the last word on a new object is shown the status that it is stored with",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    await using hook = await HookServer.judging();
    const resources = ["services", "deployments"];
    const rules = [{ ...rule, apiGroups: ["*"], resources, operations: ["CREATE"] }];
    await installHook(server, "validating", "one", { clientConfig: hook.config(), rules });
    const template = {
      metadata: { labels: { a: "b" } },
      spec: { containers: [{ name: "c", image: "i" }] },
    };
    const selector = { matchLabels: { a: "b" } };
    const deployment = { metadata: { name: "d" }, spec: { selector, template } };
    const service = { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } };
    for (
      const [path, object, unset] of [
        ["/apis/apps/v1/namespaces/default/deployments", deployment, {}],
        ["/api/v1/namespaces/default/services", service, { loadBalancer: {} }],
      ] as const
    ) {
      const status = { replicas: 7, conditions: [] };
      const { json } = await server.client.post(path, { ...object, status });
      assertEquals([json.status, hook.reviews.at(-1)!.request.object.status], [unset, unset], path);
    }
  },
);

Deno.test("a policy finds out that its binding names no parameters", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const guarded = validations("!has(params.data) || object.data.k == params.data.k");
  await install(server, "validating", "guarded", { paramKind, ...guarded });
  assertEquals((await client.post(MAPS, map("a"))).status, 201);
  await install(server, "validating", "open", {
    paramKind,
    ...validations("params.data.k == 'v'"),
  });
  const { status, json } = await client.post(MAPS, map("b"));
  assertEquals(status, 422);
  assert(json.message.endsWith("resulted in error: no such key: data"), json.message);
});
