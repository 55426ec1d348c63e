/** Claims on devices are made for pods and freed after them, whatever happens between two writes. */
import { type TestEnv, testEnv } from "../../testing.ts";
import { coreV1, Pod, resourceV1 } from "../../mod.ts";
import { createResourceClaimController } from "../../controllers/resourceclaim.ts";
import { claimPrefix } from "../../controllers/resourceclaim/claim_names.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { type Fate, Mortal } from "./mortal.ts";

const { ResourceClaim, ResourceClaimTemplate } = resourceV1;

const COLLECTORS = ["namespace", "garbagecollector"];
const CONTROLLERS = [...COLLECTORS, "resourceclaim"];
const DEVICES = { devices: { requests: [{ name: "r", exactly: { deviceClassName: "c" } }] } };
const ALLOCATION = {
  devices: { results: [{ request: "r", driver: "example.com", pool: "p", device: "d" }] },
};

const makeTemplate = ({ client }: TestEnv, name: string) =>
  client.create(ResourceClaimTemplate, {
    metadata: { name },
    spec: { metadata: { labels: { of: name } }, spec: DEVICES },
  });

const makePod = ({ client }: TestEnv, name: string, resourceClaims: object[], spec: object = {}) =>
  client.create(Pod, {
    metadata: { name },
    spec: { containers: [{ name: "c", image: "i" }], resourceClaims, ...spec } as never,
  });

async function statusesOf({ client }: TestEnv, name: string) {
  return (await client.get(Pod, name)).status?.resourceClaimStatuses ?? [];
}

for (const dialect of DIALECTS) {
  Deno.test(`a pod's claim is made of its template, and goes when the pod is over (${dialect})`, async () => {
    await using env = await testEnv({ controllers: CONTROLLERS, dialect });
    const { client } = env;
    const { domain, groupSuffix } = NAMES[dialect];
    await makePod(env, "p", [{ name: "gpu", resourceClaimTemplateName: "t" }]);
    await env.settle("1s");
    const events = (await client.list(coreV1.Event)).items
      .map(({ type, reason, message, source }) => [type, reason, message, source?.component]);
    const missing = `resourceclaimtemplate.resource.${groupSuffix} "t" not found`;
    assertEquals(events[0], [
      "Warning",
      "FailedResourceClaimCreation",
      `PodResourceClaim gpu: resource claim template "t": ${missing}`,
      "resource_claim",
    ]);
    await makeTemplate(env, "t");
    await env.settle("1s");
    const [claim] = (await client.list(ResourceClaim)).items;
    const pod = await client.get(Pod, "p");
    const { name, labels, annotations, ownerReferences } = claim!.metadata;
    assert(/^p-gpu-[a-z0-9]{5}$/.test(name), name);
    assertEquals({ labels, annotations, ownerReferences, spec: claim!.spec }, {
      labels: { of: "t" },
      annotations: { [`resource.${domain}/pod-claim-name`]: "gpu" },
      ownerReferences: [
        { apiVersion: "v1", kind: "Pod", name: "p", uid: pod.metadata.uid, controller: true },
      ] as never,
      spec: {
        devices: {
          requests: [{
            name: "r",
            exactly: { deviceClassName: "c", allocationMode: "ExactCount", count: 1 },
          }],
        },
      } as never,
    });
    assertEquals(await statusesOf(env, "p"), [{ name: "gpu", resourceClaimName: name }]);
    const { revision } = await env.snapshot();
    await env.settle("10m");
    assertEquals((await env.snapshot()).revision, revision);
    await client.patch(Pod, "p", { status: { phase: "Succeeded" } }, { subresource: "status" });
    await env.settle("1s");
    assertEquals((await client.list(ResourceClaim)).items, []);
  });
}

Deno.test("a claim that somebody deletes is made again, and the pod's others stay its own", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  await makeTemplate(env, "t");
  const claims = ["a", "b"].map((name) => ({ name, resourceClaimTemplateName: "t" }));
  await makePod(env, "p", claims);
  await env.settle("1s");
  const before = await statusesOf(env, "p");
  assertEquals(before.map(({ name }) => name).sort(), ["a", "b"]);
  await client.delete(ResourceClaim, before.find(({ name }) => name === "a")!.resourceClaimName!);
  await env.settle("1s");
  const after = await statusesOf(env, "p");
  const of = (statuses: typeof after, claim: string) =>
    statuses.find(({ name }) => name === claim)?.resourceClaimName;
  assertEquals(of(after, "b"), of(before, "b"));
  assert(of(after, "a") !== undefined && of(after, "a") !== of(before, "a"));
  const there = (await client.list(ResourceClaim)).items.map(({ metadata }) => metadata.name);
  assertEquals(there.sort(), after.map(({ resourceClaimName }) => resourceClaimName!).sort());
});

Deno.test("a pod takes no claim that it does not own", async () => {
  await using env = await testEnv({ controllers: CONTROLLERS });
  const { client } = env;
  await makeTemplate(env, "t");
  await makePod(env, "p", [{ name: "gpu", resourceClaimTemplateName: "t" }]);
  await env.settle("1s");
  const [{ resourceClaimName: name } = {}] = await statusesOf(env, "p");
  await client.patch(ResourceClaim, name!, { metadata: { ownerReferences: null } } as never);
  await env.settle("1s");
  const [{ resourceClaimName: now } = {}] = await statusesOf(env, "p");
  assert(now !== name, "the pod has another one");
  assertEquals((await client.list(ResourceClaim)).items.length, 2);
});

Deno.test("claimPrefix() leaves something of both names", () => {
  const cases: [string, string, string][] = [
    ["pod", "claim", "pod-claim-"],
    ["a".repeat(40), "b".repeat(14), `${"a".repeat(40)}-${"b".repeat(14)}-`],
    ["a".repeat(40), "b".repeat(15), `${"a".repeat(40)}-${"b".repeat(15)}-`],
    ["a".repeat(40), "b".repeat(16), `${"a".repeat(39)}-${"b".repeat(15)}`],
    ["a".repeat(253), "b".repeat(63), `${"a".repeat(45)}-${"b".repeat(11)}`],
  ];
  for (const [pod, claim, prefix] of cases) assertEquals(claimPrefix(pod, claim), prefix);
});

async function play(fate: Fate): Promise<{ end: unknown; writes: number }> {
  await using env = await testEnv({ controllers: COLLECTORS, seed: 1 });
  const { client, client: { names } } = env;
  await using mortal = new Mortal(env, (parts) => createResourceClaimController(parts), fate);
  const finalizers = [`resource.${names.domain}/delete-protection`];
  await client.create(ResourceClaim, { metadata: { name: "shared", finalizers }, spec: DEVICES });
  const status = { allocation: ALLOCATION, reservedFor: [] };
  await client.patch(ResourceClaim, "shared", { status } as never, { subresource: "status" });
  await makeTemplate(env, "t");
  const shared = { name: "shared", resourceClaimName: "shared" };
  const own = ["a", "b"].map((name) => ({ name, resourceClaimTemplateName: "t" }));
  await makePod(env, "p", [...own, shared], { nodeName: "n" });
  await makePod(env, "q", [own[0]!, shared], { nodeName: "n" });
  await mortal.settle("1m");
  const made = new Set(
    (await client.list(ResourceClaim)).items.map(({ metadata }) => metadata.name),
  );
  const named = [...await statusesOf(env, "p"), ...await statusesOf(env, "q")];
  assertEquals(made, new Set(["shared", ...named.map((one) => one.resourceClaimName!)]));
  assertEquals(named.length, 3);
  await client.patch(Pod, "q", { status: { phase: "Failed" } }, { subresource: "status" });
  await mortal.settle("1m");
  await client.delete(Pod, "p", { gracePeriod: 0 });
  await mortal.settle("1m");
  const left = (await client.list(ResourceClaim)).items.map(({ metadata: { name }, status }) => ({
    name,
    status,
  }));
  return { end: left, writes: mortal.writes };
}

for (const how of ["killed", "lost"] as const) {
  const what = how === "killed" ? "their controller is killed" : "an answer is lost";
  Deno.test(`pods have one claim each of their own, and devices are free after them, when ${what} after any write`, async () => {
    const { end, writes } = await play({ how, at: Infinity });
    assertEquals(end, [{ name: "shared", status: {} }] as unknown);
    assert(writes > 8, `there were ${writes} writes`);
    for (let at = 1; at <= writes; at++) {
      assertEquals((await play({ how, at })).end, end, `after write ${at}`);
    }
  });
}

Deno.test("claims on devices are counted", async () => {
  await using env = await testEnv({ controllers: COLLECTORS });
  await using mortal = new Mortal(
    env,
    (parts) => createResourceClaimController(parts),
    { how: "lost", at: Infinity },
  );
  await makeTemplate(env, "t");
  await makePod(env, "p", [{ name: "gpu", resourceClaimTemplateName: "t" }]);
  await env.client.create(ResourceClaim, { metadata: { name: "own" }, spec: DEVICES });
  await mortal.settle("1m");
  // Which claim is seen first is chance, and with it which line is.
  const shown = mortal.metrics.render().split("\n")
    .filter((line) => line.startsWith("resourceclaim_controller")).sort();
  assertEquals(shown, [
    'resourceclaim_controller_creates_total{status="success",admin_access="false"} 1',
    'resourceclaim_controller_resource_claims{allocated="false",admin_access="false",source=""} 1',
    'resourceclaim_controller_resource_claims{allocated="false",admin_access="false",source="resource_claim_template"} 1',
  ]);
});
