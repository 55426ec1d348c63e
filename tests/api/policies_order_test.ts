/** Who sees what: policies before webhooks, those that change before those that judge, and again. */
import { startTestServer } from "../../testing/api_server.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import { HookServer, installHook, patching } from "./hook_server.ts";
import { apply, install, map, MAPS, validations } from "./policies.ts";

/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

/** Adds a letter to what those before it have written. */
const signing = (letter: string) => ({
  mutations: [apply(`Object{data: {"seen": object.data.?seen.orValue("") + "${letter}"}}`)],
});

interface Order {
  readonly name: string;
  readonly policy: "IfNeeded" | "Never";
  readonly webhook: "IfNeeded" | "Never";
  /** What the webhook does: sign each time, once, or never. */
  readonly signs: "always" | "once" | "never";
  readonly seen: string;
  readonly asked: number;
}

const ORDERS: readonly Order[] = [
  {
    name: "nobody wants to know",
    policy: "Never",
    webhook: "Never",
    signs: "always",
    seen: "pw",
    asked: 1,
  },
  {
    name: "the policy wants to know",
    policy: "IfNeeded",
    webhook: "Never",
    signs: "always",
    seen: "pwp",
    asked: 1,
  },
  {
    name: "the webhook changes nothing",
    policy: "IfNeeded",
    webhook: "Never",
    signs: "never",
    seen: "p",
    asked: 1,
  },
  {
    name: "the webhook wants to know of its own change",
    policy: "Never",
    webhook: "IfNeeded",
    signs: "once",
    seen: "pw",
    asked: 1,
  },
  {
    name: "both want to know",
    policy: "IfNeeded",
    webhook: "IfNeeded",
    signs: "always",
    seen: "pwpw",
    asked: 2,
  },
  {
    name: "the policy's second change wakes the webhook",
    policy: "IfNeeded",
    webhook: "IfNeeded",
    signs: "once",
    seen: "pwp",
    asked: 2,
  },
];

for (const { name, policy, webhook, signs, seen, asked } of ORDERS) {
  Deno.test(
    `a policy and a webhook change an object in their order where ${name}`,
    LOOSE,
    async () => {
      await using server = await startTestServer();
      await using hook = await HookServer.judging(({ object }) => {
        const before = object.data.seen;
        if (signs === "never" || signs === "once" && before.includes("w")) return;
        return patching({ op: "add", path: "/data/seen", value: `${before}w` });
      });
      // By its name alone it would come first.
      await installHook(server, "mutating", "a", {
        clientConfig: hook.config(),
        reinvocationPolicy: webhook,
        // Conditions see what policies have made.
        matchConditions: [{ name: "signed", expression: "'seen' in object.data" }],
      });
      await install(server, "mutating", "z", { reinvocationPolicy: policy, ...signing("p") });
      await install(server, "validating", "last", validations(`object.data.seen == "${seen}"`));
      const { status, json, text } = await server.client.post(MAPS, map("a", { k: "v" }));
      assertEquals(status, 201, text);
      assertEquals([json.data.seen, hook.reviews.length], [seen, asked]);
    },
  );
}

Deno.test(
  "whoever judges sees what is stored, and nobody is asked after a refusal",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const { client } = server;
    await using hook = await HookServer.judging(({ object }) => ({
      allowed: object.data.seen === "pq",
    }));
    await installHook(server, "validating", "a", { clientConfig: hook.config() });
    await install(server, "mutating", "p", signing("p"));
    await install(server, "mutating", "q", signing("q"));
    await install(server, "validating", "z", validations("!('bad' in object.data)"));
    const data = { k: "v" };
    assertEquals((await client.post(MAPS, map("a", data))).json.data, { ...data, seen: "pq" });
    const refused = await client.post(MAPS, map("b", { bad: "" }));
    assertEquals([refused.status, hook.reviews.length], [422, 1], refused.text);
    const wrong = await client.post(MAPS, map("c", { seen: "x" }));
    assertEquals([wrong.status, hook.reviews.length], [400, 2], wrong.text);
  },
);

Deno.test("a dry run changes and judges as the write would", LOOSE, async () => {
  await using server = await startTestServer();
  const { client } = server;
  await using hook = await HookServer.judging(({ object, dryRun }) =>
    patching({ op: "add", path: "/data/dry", value: `${dryRun} ${object.data.seen}` })
  );
  await installHook(server, "mutating", "a", { clientConfig: hook.config() });
  await install(server, "mutating", "p", {
    mutations: [apply(`Object{data: {"seen": "dry: " + string(request.dryRun)}}`)],
  });
  const dry = await client.post(`${MAPS}?dryRun=All`, map("a"));
  assertEquals(dry.json.data, { seen: "dry: true", dry: "true dry: true" });
  assertEquals((await client.get(`${MAPS}/a`)).status, 404);
  const wet = await client.post(MAPS, map("a"));
  assertEquals(wet.json.data, { seen: "dry: false", dry: "false dry: false" });
});
