/** Admission by webhooks: what they are asked, may change and refuse. */
import { startTestServer } from "../../testing/api_server.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { HookServer, installHook, type Judge, patching } from "./hook_server.ts";
import { GROUP, LOOSE, map, MAPS, withHook } from "./with_hook.ts";

Deno.test(
  "a webhook is asked about a write, with all that there is to know",
  LOOSE,
  () =>
    withHook("validating", () => {}, async ({ client }, hook) => {
      const created = await client.post(`${MAPS}?fieldManager=me`, map("a", { data: { k: "v" } }));
      assertEquals(created.status, 201, created.text);
      const updated = await client.patch(`${MAPS}/a`, "merge", { data: { k: "w" } });
      assertEquals(updated.status, 200, updated.text);
      const deleted = await client.delete(`${MAPS}/a?gracePeriodSeconds=0&dryRun=All`);
      assertEquals(deleted.status, 200, deleted.text);
      const [create, update, remove] = hook.reviews.map(({ request }) => request);
      const { uid, object, ...rest } = create;
      assert(uid !== "");
      assertEquals(rest, {
        kind: { group: "", version: "v1", kind: "ConfigMap" },
        resource: { group: "", version: "v1", resource: "configmaps" },
        requestKind: { group: "", version: "v1", kind: "ConfigMap" },
        requestResource: { group: "", version: "v1", resource: "configmaps" },
        name: "a",
        namespace: "default",
        operation: "CREATE",
        userInfo: { username: "tester", uid: "1", groups: ["system:authenticated"] },
        oldObject: null,
        dryRun: false,
        options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me" },
      });
      const { kind, apiVersion, data } = object;
      assertEquals([kind, apiVersion, data], ["ConfigMap", "v1", { k: "v" }]);
      assertEquals([update.operation, update.object.data, update.oldObject.data], [
        "UPDATE",
        { k: "w" },
        { k: "v" },
      ]);
      assertEquals(update.options, { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1" });
      assertEquals([remove.operation, remove.object, remove.oldObject.data, remove.dryRun], [
        "DELETE",
        null,
        { k: "w" },
        true,
      ]);
      assertEquals(remove.options, {
        kind: "DeleteOptions",
        apiVersion: "meta.k8s.io/v1",
        gracePeriodSeconds: 0,
        dryRun: ["All"],
      });
    }),
);

Deno.test(
  "a webhook may refuse, with a status of its own, and warn",
  LOOSE,
  () =>
    withHook("validating", ({ name }) => {
      if (name === "quiet") return { allowed: false };
      if (name === "teapot") {
        return { allowed: false, status: { code: 418, reason: "Teapot", message: "short" } };
      }
      return { warnings: ["hot", "very hot"] };
    }, async ({ client }) => {
      const quiet = await client.post(MAPS, map("quiet"));
      assertEquals([quiet.status, quiet.json.message], [
        400,
        'admission webhook "one.hooks.example.com" denied the request without explanation',
      ]);
      const teapot = await client.post(MAPS, map("teapot"));
      assertEquals([teapot.status, teapot.json.reason, teapot.json.message], [
        418,
        "Teapot",
        'admission webhook "one.hooks.example.com" denied the request: short',
      ]);
      assertEquals((await client.get(`${MAPS}/teapot`)).status, 404);
      const warm = await client.post(MAPS, map("warm"));
      assertEquals(warm.headers.get("warning"), '299 - "hot", 299 - "very hot"');
    }),
);

Deno.test("a webhook may change an object, and is not alone in that", LOOSE, async () => {
  await using server = await startTestServer();
  const add = (key: string): Judge => ({ object }) => {
    const value = Object.keys(object.data ?? {}).join();
    return patching(
      ...(object.data ? [] : [{ op: "add", path: "/data", value: {} }]),
      { op: "add", path: `/data/${key}`, value },
    );
  };
  await using one = await HookServer.judging(add("one"));
  await using two = await HookServer.judging(add("two"));
  // By their names, not by their age.
  await installHook(server, "mutating", "b", { clientConfig: two.config() });
  await installHook(server, "mutating", "a", { clientConfig: one.config() });
  const { client } = server;
  const created = await client.post(MAPS, map("x"));
  assertEquals([created.status, created.json.data], [201, { one: "", two: "one" }]);
  assertEquals((await client.get(`${MAPS}/x`)).json.data, { one: "", two: "one" });
  const dry = await client.patch(`${MAPS}/x?dryRun=All`, "merge", { data: { z: "1" } });
  assertEquals(dry.json.data, { one: "one,two,z", two: "one,two,z", z: "1" });
  assertEquals(two.reviews.length, 2);
});

Deno.test(
  "a webhook is asked again where a later one changed what it saw, once",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const counting: Judge = ({ object }) => {
      const count = Number(object.data?.count ?? 0) + 1;
      return patching({ op: "add", path: "/data/count", value: String(count) });
    };
    await using again = await HookServer.judging(counting);
    await using once = await HookServer.judging(({ object }) => {
      if (object.data.seen === undefined) {
        return patching({ op: "add", path: "/data/seen", value: "" });
      }
    });
    const reinvocationPolicy = "IfNeeded";
    await installHook(server, "mutating", "a", {
      clientConfig: again.config(),
      reinvocationPolicy,
    });
    await installHook(server, "mutating", "b", { clientConfig: once.config() });
    const created = await server.client.post(MAPS, map("x", { data: { a: "1" } }));
    assertEquals(created.json.data, { a: "1", count: "2", seen: "" });
    assertEquals([again.reviews.length, once.reviews.length], [2, 1]);
    // Nothing came after it that changed anything: it is not asked for its own change's sake.
    const updated = await server.client.patch(`${MAPS}/x`, "merge", { data: { a: "2" } });
    assertEquals([updated.json.data.count, again.reviews.length], ["3", 3]);
  },
);

Deno.test(
  "a webhook that may do more than answer has no part in a dry run",
  LOOSE,
  () =>
    withHook("validating", () => {}, async ({ client }, hook) => {
      const config = `${GROUP}/validatingwebhookconfigurations/one`;
      const say = (
        sideEffects: string,
      ) => [{ op: "replace", path: "/webhooks/0/sideEffects", value: sideEffects }];
      assertEquals((await client.patch(config, "json", say("NoneOnDryRun"))).status, 200);
      await client.get(config);
      assertEquals((await client.post(`${MAPS}?dryRun=All`, map("a"))).status, 201);
      assertEquals([hook.reviews.length, hook.reviews[0].request.dryRun], [1, true]);
    }),
);

Deno.test(
  "deleting many asks about each, and one refusal ends it",
  LOOSE,
  () =>
    // What goes with its collection is told by its state alone.
    withHook("validating", ({ operation, oldObject }) => ({
      allowed: operation !== "DELETE" || oldObject.metadata.name !== "b",
    }), async ({ client }, hook) => {
      for (const name of ["a", "b", "c"]) await client.post(MAPS, map(name));
      hook.reviews.length = 0;
      const deleted = await client.delete(MAPS);
      assertEquals(deleted.status, 400, deleted.text);
      assertEquals(
        hook.reviews.map(({ request }) => [request.name, request.oldObject.metadata.name]),
        [[undefined, "a"], [undefined, "b"]],
      );
      const left = (await client.get(MAPS)).json.items.map((one: AnyObject) => one.metadata.name);
      assertEquals(left, ["b", "c"]);
    }),
);

for (const phase of ["mutating", "validating"] as const) {
  Deno.test(
    `no ${phase} webhook is asked about configurations of webhooks`,
    LOOSE,
    () =>
      withHook(phase, () => ({ allowed: false }), async ({ client }, hook) => {
        assertEquals((await client.post("/api/v1/namespaces", map("n"))).status, 400);
        assertEquals(hook.reviews[0].request.namespace, "n");
        const path = `${GROUP}/${phase}webhookconfigurations/one`;
        const labelled = await client.patch(path, "merge", { metadata: { labels: { a: "b" } } });
        assertEquals(labelled.status, 200, labelled.text);
        assertEquals((await client.delete(path)).status, 200);
        await client.get(path);
        assertEquals((await client.post("/api/v1/namespaces", map("n"))).status, 201);
        assertEquals(hook.reviews.length, 1);
      }, {
        rules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }],
      }),
  );
}

Deno.test(
  "no webhook is asked about what can't be",
  LOOSE,
  () =>
    withHook("mutating", () => {}, async ({ client }, hook) => {
      const nowhere = await client.post("/api/v1/namespaces/nowhere/configmaps", map("a"));
      assertEquals([nowhere.status, hook.reviews.length], [404, 0]);
      const immortal = await client.delete("/api/v1/namespaces/default");
      assertEquals([immortal.status, hook.reviews.length], [403, 0]);
    }, { rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["*"], resources: ["*"] }] }),
);
