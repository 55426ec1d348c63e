/** Controllers of what every namespace has, and of what is over. */
import { testEnv } from "../../testing.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { ConfigMap, isNotFound, Job, Namespace, Node, Pod, ServiceAccount } from "../../mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";

const COLLECTORS = ["namespace", "garbagecollector"];
const SPEC = { containers: [{ name: "c", image: "i" }] };

Deno.test("every namespace that is not on its way out has the account that pods take", async () => {
  await using env = await testEnv({ controllers: [...COLLECTORS, "serviceaccount"] });
  const { client } = env;
  await client.create(Namespace, { metadata: { name: "a" } });
  await env.settle("1m");
  const place = { namespace: "a", name: "default" };
  const { uid } = (await client.get(ServiceAccount, place)).metadata;
  await client.delete(ServiceAccount, place);
  await env.settle("1m");
  assert((await client.get(ServiceAccount, place)).metadata.uid !== uid);
  await client.delete(Namespace, "a");
  await env.settle("1m");
  assertEquals(await client.find(Namespace, "a"), undefined);
});

for (const dialect of DIALECTS) {
  Deno.test(`every namespace has the authorities, and nothing else beside them (${dialect})`, async () => {
    const controllers = [...COLLECTORS, "root-ca-cert-publisher"];
    await using env = await testEnv({ controllers, dialect });
    const { client } = env;
    const name = NAMES[dialect].configMapRootCa;
    const read = async () => {
      await env.settle("1m");
      const { data, metadata } = await client.get(ConfigMap, { namespace: "default", name });
      return { data, annotations: Object.keys(metadata.annotations ?? {}) };
    };
    const right = await read();
    assert(right.data?.["ca.crt"]?.startsWith("no authority"), JSON.stringify(right));
    assertEquals(right.annotations, [`${NAMES[dialect].domain}/description`]);
    await client.patch(ConfigMap, name, { data: { "ca.crt": "mine", extra: "x" } });
    assertEquals(await read(), right);
    await client.patch(
      ConfigMap,
      name,
      { metadata: { annotations: { [right.annotations[0]!]: null } } } as never,
    );
    assertEquals(await read(), right);
    await client.delete(ConfigMap, name);
    assertEquals(await read(), right);
  });
}

Deno.test("a job goes when its time after the end is over, and not before", async () => {
  const now = "2026-01-02T03:04:05Z";
  await using env = await testEnv({ controllers: [...COLLECTORS, "ttl-after-finished"], now });
  const { client } = env;
  const job = (name: string, ttl: number | undefined) => ({
    metadata: { name },
    spec: {
      template: { spec: { ...SPEC, restartPolicy: "Never" as const } },
      ...(ttl !== undefined && { ttlSecondsAfterFinished: ttl }),
    },
  });
  await client.create(Job, job("short", 60));
  await client.create(Job, job("kept", undefined));
  await client.create(Job, job("running", 0));
  const finish = (name: string) => {
    const condition = (type: string) => ({ type, status: "True", lastTransitionTime: now });
    return client.patch(Job, name, {
      status: {
        startTime: now,
        completionTime: now,
        succeeded: 1,
        conditions: [condition("SuccessCriteriaMet"), condition("Complete")],
      },
    } as never, { subresource: "status" });
  };
  await finish("short");
  await finish("kept");
  const names = async () => (await client.list(Job)).items.map(({ metadata }) => metadata.name);
  await env.advance("59s");
  assertEquals(await names(), ["kept", "running", "short"]);
  // More time was given meanwhile.
  await client.patch(Job, "short", { spec: { ttlSecondsAfterFinished: 100 } });
  await env.advance("30s");
  assertEquals(await names(), ["kept", "running", "short"]);
  await env.advance("15s");
  assertEquals(await names(), ["kept", "running"]);
});

Deno.test("pods that nobody else will remove are removed", async () => {
  await using env = await testEnv({ controllers: [...COLLECTORS, "podgc"] });
  const { client } = env;
  const made = async (name: string, nodeName: string | undefined, more: object = {}) => {
    const spec = { ...SPEC, ...(nodeName && { nodeName }) };
    await client.create(Pod, { metadata: { name, ...more }, spec });
  };
  await client.create(Node, { metadata: { name: "here" } });
  await client.create(Node, {
    metadata: { name: "broken" },
    spec: { taints: [{ key: "node.kubernetes.io/out-of-service", effect: "NoExecute" }] },
  });
  await client.create(Node, { metadata: { name: "gone" } });
  await made("fine", "here");
  await made("ending", "here");
  await made("on-broken", "broken");
  await made("stays-on-broken", "broken");
  await made("orphan", "gone", { finalizers: ["example.com/looked-at"] });
  await made("unscheduled", undefined, { finalizers: ["example.com/looked-at"] });
  // Somebody has said already that it is disrupted.
  const since = "2025-12-31T00:00:00Z";
  const said = {
    type: "DisruptionTarget",
    status: "True",
    reason: "Mine",
    lastTransitionTime: since,
  };
  await client.patch(Pod, "orphan", { status: { conditions: [said] } } as never, {
    subresource: "status",
  });
  for (const name of ["ending", "on-broken", "unscheduled"]) await client.delete(Pod, name);
  await client.delete(Node, "gone");
  const names = async () => (await client.list(Pod)).items.map(({ metadata }) => metadata.name);
  await env.advance("25s");
  assertEquals(await names(), ["ending", "fine", "orphan", "stays-on-broken", "unscheduled"]);
  const phaseOf = async (name: string) => (await client.get(Pod, name)).status?.phase;
  assertEquals(await phaseOf("orphan"), "Pending");
  assertEquals(await phaseOf("unscheduled"), "Failed");
  await env.advance("60s");
  const { metadata, status } = await client.get(Pod, "orphan");
  assert(metadata.deletionTimestamp !== undefined);
  const target = status?.conditions?.find(({ type }) => type === "DisruptionTarget");
  assertEquals([status?.phase, target?.reason, target?.message], [
    "Failed",
    "DeletionByPodGC",
    "PodGC: node no longer exists",
  ]);
  assertEquals(target?.lastTransitionTime, since);
  // What was said is said of the pod as it was before it was deleted, which makes another one of it.
  assertEquals([status?.observedGeneration, target?.observedGeneration], [1, 1]);
  assertEquals(await client.get(Pod, "none").catch(isNotFound), true);
});
