/** What runs in an environment besides the server: controllers, nodes, and a listener for other programs. */
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import {
  ConfigMap,
  createClient,
  Deployment,
  Namespace,
  Node,
  Pod,
  Secret,
  silentLogger,
} from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { testWith } from "../../testing/requirements.ts";
import { DIALECTS } from "../../toolkit/names.ts";

for (const dialect of DIALECTS) {
  Deno.test(`a deletion takes what was owned, and what that owned, ${dialect}`, async () => {
    await using env = await testEnv({ dialect });
    const { client } = env;
    const names = ["root", "child", "grandchild"];
    let ownerReferences: { apiVersion: string; kind: string; name: string; uid: string }[] = [];
    for (const name of names) {
      const { metadata } = await client.create(ConfigMap, { metadata: { name, ownerReferences } });
      ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name, uid: metadata.uid }];
    }
    await env.settle();
    assertEquals((await client.list(ConfigMap)).items.filter(own).length, 3);
    await client.delete(ConfigMap, "root");
    await env.until(async () => (await client.list(ConfigMap)).items.filter(own).length === 0);
    // Whoever names an owner that never was goes as well.
    const uid = "00000000-0000-4000-8000-000000000000";
    const [owner] = ownerReferences;
    await client.create(Secret, {
      metadata: { name: "lost", ownerReferences: [{ ...owner!, uid }] },
    });
    await env.until(async () => await client.find(Secret, "lost") === undefined);
    assertEquals([env.trace, env.access.calls], [[], []], "controllers leave no trace");
  });

  Deno.test(`a namespace ends with all that is in it, ${dialect}`, async () => {
    await using env = await testEnv({ dialect });
    const { client } = env;
    await client.create(Namespace, { metadata: { name: "shop" } });
    const place = { name: "a", namespace: "shop" };
    await client.create(ConfigMap, { metadata: place });
    await client.create(Secret, { metadata: { ...place, finalizers: ["example.com/held"] } });
    await client.delete(Namespace, "shop");
    await env.settle("10s");
    assertEquals((await client.get(Namespace, "shop")).status?.phase, "Terminating");
    assertEquals(await client.find(ConfigMap, place), undefined);
    await client.patch(Secret, place, { metadata: { finalizers: null } } as never);
    await env.until(async () => await client.find(Namespace, "shop") === undefined);
  });
}

const own = ({ metadata }: { metadata: { name: string } }) => metadata.name !== "kube-root-ca.crt";

Deno.test("foreground deletion waits for dependents, and orphans stay", async () => {
  await using env = await testEnv();
  const { client } = env;
  const family = async (name: string) => {
    const { metadata } = await client.create(ConfigMap, { metadata: { name } });
    const reference = { apiVersion: "v1", kind: "ConfigMap", name, uid: metadata.uid };
    await client.create(Secret, {
      metadata: { name, ownerReferences: [{ ...reference, blockOwnerDeletion: true }] },
    });
  };
  await family("front");
  await family("orphan");
  await client.delete(ConfigMap, "front", { propagation: "Foreground" });
  await client.delete(ConfigMap, "orphan", { propagation: "Orphan" });
  await env.until(async () =>
    await client.find(ConfigMap, "front") === undefined &&
    await client.find(ConfigMap, "orphan") === undefined
  );
  await env.settle("1m");
  assertEquals(await client.find(Secret, "front"), undefined);
  const orphan = await client.get(Secret, "orphan");
  assertEquals(orphan.metadata.ownerReferences, undefined);
});

Deno.test("controllers say which of them run", async () => {
  await using env = await testEnv({ controllers: ["namespace"] });
  const { client } = env;
  const { metadata } = await client.create(ConfigMap, { metadata: { name: "owner" } });
  const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: metadata.uid };
  await client.create(Secret, { metadata: { name: "owned", ownerReferences: [owner] } });
  await client.delete(ConfigMap, "owner");
  await env.settle("1h");
  assert(await client.find(Secret, "owned") !== undefined);
  await client.create(Namespace, { metadata: { name: "shop" } });
  await client.delete(Namespace, "shop");
  await env.until(async () => await client.find(Namespace, "shop") === undefined);
});

const REFUSED = [
  [{ controllers: ["deploy"] }, /controllers names "deploy": there are namespace, /],
  [{ nodes: -1 }, /nodes is -1: write a whole number from 0/],
  [{ nodes: 1, groups: ["apps"] }, /groups have to name "core"/],
  [{ authorize: "rbac" }, /test environments heed no roles yet/],
  [{ time: "real", now: "2026-01-01T00:00:00Z" }, /real time can't be set/],
  [{ now: "yesterday" }, /write a time such as/],
  [{ runsPerMinute: 0 }, /write a number above 0/],
  [{ seed: -1 }, /write a whole number/],
  [{ dialect: "klingon" }, /write orch or kubernetes/],
] as const;

for (const [options, message] of REFUSED) {
  Deno.test(`testEnv() refuses ${JSON.stringify(options)}`, async () => {
    await assertRejects(() => testEnv(options as never), message);
  });
}

Deno.test("pods on nodes run, and go when they are deleted", async () => {
  await using env = await testEnv({ nodes: 2, now: "2026-02-03T04:05:06Z" });
  const { client } = env;
  assertEquals(
    (await client.list(Node)).items.map(({ metadata, status }) => [
      metadata.name,
      status?.conditions?.find(({ type }) => type === "Ready")?.status,
    ]),
    [["node-1", "True"], ["node-2", "True"]],
  );
  const spec = { containers: [{ name: "web", image: "nginx" }] };
  for (const name of ["a", "b", "c"]) await client.create(Pod, { metadata: { name }, spec });
  const gated = { ...spec, schedulingGates: [{ name: "example.com/later" }] };
  await client.create(Pod, { metadata: { name: "gated" }, spec: gated });
  await client.create(Pod, { metadata: { name: "placed" }, spec: { ...spec, nodeName: "node-2" } });
  await client.create(Pod, { metadata: { name: "else" }, spec: { ...spec, nodeName: "other" } });
  await env.settle();
  const states = async () =>
    (await client.list(Pod)).items.map(({ metadata, spec, status }) =>
      `${metadata.name} ${spec.nodeName ?? "-"} ${status?.phase}`
    );
  assertEquals(await states(), [
    "a node-1 Running",
    "b node-2 Running",
    "c node-1 Running",
    "else other Pending",
    "gated - Pending",
    "placed node-2 Running",
  ]);
  const { status } = await client.get(Pod, "a");
  assertEquals([status?.containerStatuses?.[0]?.ready, status?.startTime], [
    true,
    "2026-02-03T04:05:06Z",
  ]);
  await client.delete(Pod, "a");
  await env.settle();
  assertEquals(await client.find(Pod, "a"), undefined);
});

testWith(["kubectl"], "with listen, kubectl and other clients reach an environment", async () => {
  await using env = await testEnv({ listen: true });
  const kubectl = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command("kubectl", {
      args: ["--server", env.url, "--kubeconfig", "/dev/null", ...args],
      stdin: "null",
    }).output();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    assertEquals(code, 0, text(stderr));
    return text(stdout);
  };
  await kubectl("create", "deployment", "web", "--image=nginx");
  assertEquals((await env.client.get(Deployment, "web")).spec.replicas, 1);
  await using client = await createClient({ config: env.url, logger: silentLogger });
  await client.create(ConfigMap, { metadata: { name: "a" }, data: { k: "v" } });
  assertEquals(await kubectl("get", "configmap", "a", "-o", "jsonpath={.data.k}"), "v");
  await using fork = await env.fork();
  assert(fork.url !== env.url);
  await kubectl("delete", "configmap", "a");
  assertEquals((await fork.client.get(ConfigMap, "a")).data, { k: "v" });
  await env.reset();
  assertEquals(await client.find(Deployment, "web"), undefined);
});

Deno.test("without listen there is no address", async () => {
  await using env = await testEnv();
  let message = "";
  try {
    void env.url;
  } catch (error) {
    message = String(error);
  }
  assert(message.includes("write testEnv({ listen: true })"), message);
});
