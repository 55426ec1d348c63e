import { startTestServer } from "../../../testing/api_server.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { HookServer, installHook, patching } from "../hook_server.ts";
import { definitionOf, gadget, gadgets, install, versionOf } from "./definitions.ts";

/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

Deno.test("webhooks see custom resources in the version that their rules name", LOOSE, async () => {
  await using server = await startTestServer();
  const { client } = server;
  await install(client, definitionOf({ versions: [versionOf("v1"), versionOf("v2")] }));
  await using hook = await HookServer.judging(({ object, subResource }) =>
    subResource === "scale"
      ? patching({ op: "replace", path: "/spec/replicas", value: object.spec.replicas + 1 })
      : patching(
        { op: "add", path: "/spec/size", value: object.spec.size + 1 },
        { op: "remove", path: "/spec/mode" },
        { op: "add", path: "/spec/unknown", value: 1 },
      )
  );
  const rule = { operations: ["CREATE", "UPDATE"], apiGroups: ["example.com"] };
  await installHook(server, "mutating", "one", {
    clientConfig: hook.config(),
    rules: [{ ...rule, apiVersions: ["v2"], resources: ["gadgets", "gadgets/scale"] }],
  });
  const created = await client.post(gadgets(), gadget("a", { size: 1, mode: "fast" }));
  assertEquals(created.status, 201, created.text);
  // What the patch takes away has its default again, and what the schema doesn't know is not kept.
  assertEquals([created.json.apiVersion, created.json.spec], [
    "example.com/v1",
    { size: 2, mode: "slow", replicas: 1 },
  ]);
  const { request } = hook.reviews[0];
  assertEquals([request.object.apiVersion, request.kind.version, request.requestKind.version], [
    "example.com/v2",
    "v2",
    "v1",
  ]);
  const scale = { spec: { replicas: 5 } };
  const scaled = await client.patch(`${gadgets()}/a/scale`, "merge", scale);
  assertEquals([scaled.status, scaled.json.spec], [200, { replicas: 6 }], scaled.text);
  assertEquals((await client.get(`${gadgets()}/a`)).json.spec.replicas, 6);
  const exact = [{ op: "replace", path: "/webhooks/0/matchPolicy", value: "Exact" }];
  const configurations = "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations";
  assertEquals((await client.patch(`${configurations}/one`, "json", exact)).status, 200);
  await client.get(configurations);
  assertEquals((await client.post(gadgets(), gadget("b"))).status, 201);
  assertEquals(hook.reviews.length, 2);
  assertEquals((await client.post(gadgets("v2"), gadget("c", { size: 1 }, "v2"))).status, 201);
  assertEquals(hook.reviews.length, 3);
});
