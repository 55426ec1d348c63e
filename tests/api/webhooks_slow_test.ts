/** What happens while a webhook takes its time: clients go, configurations change, objects too. */
import { startTestServer } from "../../testing/api_server.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Logger, silentLogger } from "../../toolkit/logger.ts";
import { HookServer, installHook, type Judge, patching, type Phase } from "./hook_server.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const CONFIGURATIONS = (phase: Phase) =>
  `/apis/admissionregistration.k8s.io/v1/${phase}webhookconfigurations`;
/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

const map = (name: string, data: object = {}) => ({ metadata: { name }, data });

/** A judge that tells when it is asked for the first time, and then waits for the test. */
function slowly(judge: Judge) {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let first = true;
  const slow: Judge = async (...review) => {
    if (first) {
      first = false;
      asked.resolve();
      await go.promise;
    }
    return await judge(...review);
  };
  return { slow, asked: asked.promise, go: () => go.resolve() };
}

for (const phase of ["mutating", "validating"] as const) {
  Deno.test(`a ${phase} webhook is left alone when its client goes away`, LOOSE, async () => {
    await using server = await startTestServer();
    const asked = Promise.withResolvers<void>();
    let left = false;
    await using hook = await HookServer.answering((request) => {
      request.socket.once("close", () => left = true);
      request.resume().once("end", () => asked.resolve());
    });
    await installHook(server, phase, "one", {
      clientConfig: hook.config(),
      timeoutSeconds: 30,
      failurePolicy: "Ignore",
    });
    const { client } = server;
    const over = new AbortController();
    const body = JSON.stringify(map("a"));
    const sent = client.send("POST", MAPS, { body }, over.signal).catch((error) => error);
    await asked.promise;
    over.abort();
    assertEquals((await sent).name, "AbortError");
    // Long before the webhook's own time is over.
    for (let turn = 0; turn < 500 && !left; turn++) {
      assertEquals((await client.get(`${MAPS}/a`)).status, 404);
    }
    assert(left, "the webhook is asked no longer");
    const { text } = await client.get("/metrics");
    // That says nothing of the webhook.
    for (const metric of ["request_total", "rejection_count", "fail_open_count"]) {
      assert(!text.includes(`apiserver_admission_webhook_${metric}{`), metric);
    }
  });

  Deno.test(
    `a ${phase} webhook that was asked is heard, its configuration gone or not`,
    LOOSE,
    async () => {
      await using server = await startTestServer();
      const { slow, asked, go } = slowly(() => ({ allowed: false, status: { message: "late" } }));
      await using hook = await HookServer.judging(slow);
      await installHook(server, phase, "one", { clientConfig: hook.config() });
      const { client } = server;
      const first = client.post(MAPS, map("a"));
      await asked;
      assertEquals((await client.delete(`${CONFIGURATIONS(phase)}/one`)).status, 200);
      await client.get(CONFIGURATIONS(phase));
      // Nobody is asked any more, and nobody waits.
      assertEquals((await client.post(MAPS, map("b"))).status, 201);
      assertEquals(hook.reviews.length, 1);
      go();
      const { status, json } = await first;
      assertEquals(status, 400);
      assert(/denied the request: late$/.test(json.message), json.message);
    },
  );
}

Deno.test("a patch of a webhook whose configuration has gone is made", LOOSE, async () => {
  await using server = await startTestServer();
  const { slow, asked, go } = slowly(() =>
    patching({ op: "add", path: "/data", value: { late: "yes" } })
  );
  await using hook = await HookServer.judging(slow);
  await installHook(server, "mutating", "one", { clientConfig: hook.config() });
  const { client } = server;
  const first = client.post(MAPS, map("a"));
  await asked;
  await client.delete(`${CONFIGURATIONS("mutating")}/one`);
  go();
  assertEquals((await first).json.data, { late: "yes" });
});

Deno.test("nothing comes into a namespace that goes while a webhook is asked", LOOSE, async () => {
  await using server = await startTestServer();
  const { slow, asked, go } = slowly(() => {});
  await using hook = await HookServer.judging(slow);
  await installHook(server, "mutating", "one", { clientConfig: hook.config() });
  const { client } = server;
  const made = await client.post("/api/v1/namespaces", { metadata: { name: "going" } });
  assertEquals(made.status, 201, made.text);
  const first = client.post("/api/v1/namespaces/going/configmaps", map("a"));
  await asked;
  assertEquals((await client.delete("/api/v1/namespaces/going")).status, 200);
  await client.get("/api/v1/namespaces");
  go();
  const { status, json } = await first;
  assertEquals([status, json.details.causes[0].reason], [403, "NamespaceTerminating"]);
});

Deno.test(
  "an object that others change while a webhook is asked is asked about again",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const { slow, asked, go } = slowly(({ object }) =>
      patching({ op: "add", path: "/data/sum", value: Object.keys(object.data).join() })
    );
    await using hook = await HookServer.judging(slow);
    const { client } = server;
    assertEquals((await client.post(MAPS, map("a"))).status, 201);
    await installHook(server, "mutating", "one", { clientConfig: hook.config() });
    const first = client.patch(`${MAPS}/a`, "merge", { data: { one: "" } });
    await asked;
    const second = await client.patch(`${MAPS}/a`, "merge", { data: { two: "" } });
    assertEquals(second.json.data, { two: "", sum: "two" });
    go();
    const { status, json } = await first;
    assertEquals(status, 200);
    // The second change was there when it was asked for the last time.
    assertEquals(json.data, { one: "", two: "", sum: "one,sum,two" });
  },
);

Deno.test(
  "a webhook that talks without an end is heard in part, and logged once",
  LOOSE,
  async () => {
    const lines: string[] = [];
    const logger: Logger = {
      ...silentLogger,
      warning: (message, pairs) => void lines.push(`${message} ${JSON.stringify(pairs)}`),
    };
    await using server = await startTestServer({ logger });
    const auditAnnotations = Object.fromEntries(
      Array.from({ length: 200_000 }, (_, at) => [`k${at}`, "v"]),
    );
    const warnings = Array.from({ length: 50_000 }, (_, at) => `${at} ${"x".repeat(100)}`);
    await using hook = await HookServer.judging(() => ({ auditAnnotations, warnings }));
    await installHook(server, "validating", "one", { clientConfig: hook.config() });
    const { status, headers } = await server.client.post(MAPS, map("a"));
    assertEquals(status, 201);
    assert((headers.get("warning") ?? "").length < 10_000);
    const left = lines.filter((line) =>
      line.startsWith("Audit annotations of a webhook are not recorded")
    );
    assertEquals(left.length, 1, lines.join("\n").slice(0, 500));
    assert(
      /"count":19\d{4},"why":"all annotations of the request would have more than/.test(
        left[0] ?? "",
      ),
      left[0],
    );
  },
);

Deno.test("an object as large as there may be goes to a webhook and back", LOOSE, async () => {
  await using server = await startTestServer();
  const big = "x".repeat(1_000_000);
  await using hook = await HookServer.judging(({ object }) =>
    patching({ op: "replace", path: "", value: { ...object, data: { back: object.data.there } } })
  );
  await installHook(server, "mutating", "one", { clientConfig: hook.config() });
  const { status, json, text } = await server.client.post(MAPS, map("a", { there: big }));
  assertEquals(status, 201, text.slice(0, 300));
  assertEquals(json.data, { back: big });
});
