import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import { auditValues } from "../../testing/audit_events.ts";
import { eventually } from "../../testing/eventually.ts";
import { HttpsPeer, type PeerHandler } from "../../testing/https_peer.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { auditSettings, openAudit } from "../audit/mod.ts";
import type { Feature } from "../flags/features.ts";
import { checkDynamicAuditing, openDynamicSinks } from "./dynamic_sinks.ts";

const SINKS = "/apis/auditregistration.k8s.io/v1alpha1/auditsinks";
const MAPS = "/api/v1/namespaces/default/configmaps";

/** A server that tells sinks of requests; whatever waits for them goes when it is closed. */
async function withSinks(
  handler: PeerHandler,
  body: (server: TestServer, peer: HttpsPeer) => Promise<void>,
) {
  await using peer = await HttpsPeer.start(handler);
  await using server = await startTestServer({
    isServed: ({ onByDefault, resource }) => onByDefault || resource === "auditsinks",
    audit: async (context) => {
      const audit = await openAudit(auditSettings(auditValues(), "kubernetes"), context);
      return audit.backend(openDynamicSinks(context, {
        version: "v1",
        truncation: undefined,
        initialBackoffMs: 1,
        losses: audit.losses,
      }));
    },
  });
  await body(server, peer);
}

function sink(
  peer: HttpsPeer,
  name: string,
  level: string,
  stages: string[] = ["ResponseComplete"],
) {
  const caBundle = btoa(peer.authority);
  const clientConfig = { url: `${peer.url}/${name}`, caBundle };
  return { metadata: { name }, spec: { policy: { level, stages }, webhook: { clientConfig } } };
}

interface Told {
  readonly to: string;
  readonly what: string;
  readonly hasBody: boolean;
}

const told = ({ requests }: HttpsPeer): Told[] =>
  requests.flatMap(({ path, body }) =>
    // deno-lint-ignore no-explicit-any -- events of any shape
    JSON.parse(body).items.map((event: any) => ({
      to: path,
      what: `${event.verb} ${event.objectRef?.name ?? ""} ${event.stage}`,
      hasBody: event.requestObject !== undefined,
    }))
  );

Deno.test("sinks are told of requests from when they are there until they are gone, each what it wants", async () => {
  await withSinks(() => ({ body: {} }), async ({ client }, peer) => {
    await client.post(MAPS, { metadata: { name: "before" } });
    assertEquals((await client.post(SINKS, sink(peer, "a", "Metadata"))).status, 201);
    const loud = sink(peer, "b", "Request", ["RequestReceived", "ResponseComplete"]);
    assertEquals((await client.post(SINKS, loud)).status, 201);
    await client.post(MAPS, { metadata: { name: "one" } });
    await client.delete(`${SINKS}/a`);
    await client.post(MAPS, { metadata: { name: "two" } });
    // What waits for a sink goes as it leaves.
    await client.delete(`${SINKS}/b`);
    await client.post(MAPS, { metadata: { name: "after" } });
    const about = (to: string, name: string) =>
      told(peer).filter((one) => one.to === to && one.what.startsWith(`create ${name}`));
    await eventually(
      "both sinks are told",
      () => about("/b", "two").length > 0 && about("/a", "one").length > 0,
    );
    assertEquals(about("/a", "one"), [
      { to: "/a", what: "create one ResponseComplete", hasBody: false },
    ]);
    assertEquals(about("/a", "two"), []);
    assertEquals(about("/b", "one"), [
      { to: "/b", what: "create one ResponseComplete", hasBody: true },
    ]);
    assertEquals(about("/b", "two"), [
      { to: "/b", what: "create two ResponseComplete", hasBody: true },
    ]);
    const received = told(peer).filter(({ to, what }) =>
      to === "/b" && what === "create  RequestReceived"
    );
    assertEquals(received.length, 2);
    for (const name of ["before", "after"]) {
      assert(!told(peer).some(({ what }) => what.startsWith(`create ${name}`)), name);
    }
  });
});

Deno.test("a changed sink is another, and one whose spec stays the same goes on", async () => {
  await withSinks(() => ({ body: {} }), async ({ client }, peer) => {
    const made = await client.post(SINKS, sink(peer, "a", "Metadata"));
    await client.post(MAPS, { metadata: { name: "one" } });
    const labels = { metadata: { labels: { x: "y" } } };
    assertEquals((await client.patch(`${SINKS}/a`, "merge", labels)).status, 200);
    const quiet = { spec: { policy: { level: "None" } } };
    assertEquals((await client.patch(`${SINKS}/a`, "merge", quiet)).status, 200);
    await client.post(MAPS, { metadata: { name: "two" } });
    await eventually(
      "the old sink is told",
      () => told(peer).filter(({ what }) => what.startsWith("patch a")).length > 0,
    );
    assertEquals(peer.requests.length, 1, "all that it gathered, past the change of labels");
    assertEquals(told(peer).some(({ what }) => what.startsWith("create one")), true);
    assertEquals(told(peer).some(({ what }) => what.startsWith("create two")), false);
    assert(made.status === 201);
  });
});

Deno.test("a sink that fails stops nobody, and what it loses is counted", async () => {
  await withSinks(() => ({ status: 500 }), async ({ client }, peer) => {
    await client.post(SINKS, sink(peer, "a", "Metadata"));
    assertEquals((await client.post(MAPS, { metadata: { name: "one" } })).status, 201);
    await client.delete(`${SINKS}/a`);
    await eventually("it was tried five times", () => peer.requests.length === 5);
    const lost = /audit_error_total\{plugin="dynamic_webhook"\} [1-9]/;
    let text = "";
    // What the last answer leads to comes a moment after it.
    for (let look = 0; look < 1000 && !lost.test(text); look++) {
      ({ text } = await client.get("/metrics"));
    }
    assert(lost.test(text));
    assertEquals(peer.requests.length, 5);
  });
});

Deno.test("checkDynamicAuditing() refuses sinks without the feature, or without the API", () => {
  const on = new Set<Feature>(["DynamicAuditing"]);
  const off = new Set<Feature>();
  const common = { dialect: "orch" } as const;
  checkDynamicAuditing({ ...common, flag: false, features: off, isServed: false });
  checkDynamicAuditing({ ...common, flag: true, features: on, isServed: true });
  assertThrows(
    () => checkDynamicAuditing({ ...common, flag: true, features: off, isServed: true }),
    /^--audit-dynamic-configuration set, but DynamicAuditing feature gate is not enabled/,
  );
  assertThrows(
    () => checkDynamicAuditing({ ...common, flag: true, features: on, isServed: false }),
    /add --runtime-config=auditregistration\.orch\.io\/v1alpha1=true$/,
  );
});
