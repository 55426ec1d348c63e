/** Controllers against a real server: children, finalizers, status, what they own. */
import {
  changed,
  child,
  ConfigMap,
  defineController,
  defineOperator,
  Deployment,
  DIALECTS,
  isNotFound,
  Namespace,
  Pod,
  Secret,
} from "../../mod.ts";
import { testEnv } from "../../testing.ts";
import { eventually } from "../../testing/eventually.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";
import { copier, Env } from "./counted_env.ts";

for (const dialect of DIALECTS) {
  Deno.test(`a controller makes children, repairs them, and sends what is so only once, ${dialect}`, async () => {
    await using env = await Env.start(dialect);
    const { client } = env;
    const log: string[] = [];
    await env.run(defineOperator({ name: "copies", controllers: [copier(log)] }));
    const labels = { copy: "yes" };
    const made = await client.create(ConfigMap, {
      metadata: { name: "a", labels },
      data: { k: "1" },
    });
    const secret = await env.until(Secret, "a", (one) => one !== undefined);
    assertEquals(secret!.metadata.ownerReferences, [{
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "a",
      uid: made.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    }]);
    const { managedFields = [] } = secret!.metadata;
    assertEquals(managedFields.map(({ manager, operation }) => [manager, operation]), [[
      "copies/copier",
      "Apply",
    ]]);
    await client.delete(Secret, "a");
    await env.until(
      Secret,
      "a",
      (one) => one !== undefined && one.metadata.uid !== secret!.metadata.uid,
    );
    await client.patch(ConfigMap, "a", { data: { k: "2" } });
    await env.until(
      Secret,
      "a",
      (one) => atob((one as { data?: Record<string, string> }).data!.k!) === "2",
    );
    const before = env.asked.length;
    // Nothing that counts has changed: another run would send nothing.
    await client.patch(ConfigMap, "a", { metadata: { labels: { more: "x" } } });
    await client.patch(ConfigMap, "a", { metadata: { annotations: { not: "watched" } } });
    const next = await client.create(ConfigMap, { metadata: { name: "b", labels }, data: {} });
    await env.until(Secret, "b", (one) => one !== undefined);
    const writes = env.asked.slice(before).filter((line) =>
      line.startsWith("PATCH") && line.includes("secrets")
    );
    assertEquals(writes, [`PATCH /api/v1/namespaces/default/secrets/${next.metadata.name}`]);
    assert(
      log.includes("Added") && log.some((line) => line.includes("Updated data.k")),
      log.join("\n"),
    );
    assert(log.some((line) => line.includes("Deleted")));
  });
}

Deno.test("a finalizer is set first, and taken off when finalize is done; those of others stay", async () => {
  await using env = await Env.start();
  const { client } = env;
  const steps: string[] = [];
  let waits = 2;
  const controller = defineController({
    for: ConfigMap,
    when: changed("metadata.deletionTimestamp", "data"),
    reconcile({ metadata: { name, finalizers } }) {
      if (name === "a") steps.push(`reconcile ${finalizers?.join()}`);
    },
    finalize({ metadata: { name, finalizers } }) {
      if (name !== "a") return;
      steps.push(`finalize ${finalizers?.join()}`);
      if (waits-- > 0) return { requeueAfter: "5ms" };
    },
  });
  await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await client.create(ConfigMap, { metadata: { name: "a", finalizers: ["other.example/x"] } });
  await env.until(
    ConfigMap,
    "a",
    (one) => one?.metadata.finalizers?.includes("op/configmap") ?? false,
  );
  await client.delete(ConfigMap, "a");
  await env.until(ConfigMap, "a", (one) => one?.metadata.finalizers?.join() === "other.example/x");
  assertEquals(steps, [
    "reconcile other.example/x,op/configmap",
    "finalize other.example/x,op/configmap",
    "finalize other.example/x,op/configmap",
    "finalize other.example/x,op/configmap",
  ]);
  await client.patch(ConfigMap, "a", { metadata: { finalizers: null } });
  await env.until(ConfigMap, "a", (one) => one === undefined);
});

Deno.test("an object that is deleted is finalized whatever changes count", async () => {
  for (const when of [changed("data"), () => false]) {
    const finalized: string[] = [];
    const controller = defineController({
      for: ConfigMap,
      when: (delta) => delta.type === "Added" || when(delta),
      reconcile() {},
      finalize: ({ metadata }) => void finalized.push(metadata.name),
    });
    await using env = await testEnv({
      operator: defineOperator({ name: "op", controllers: [controller] }),
    });
    await env.client.create(ConfigMap, { metadata: { name: "a", namespace: "default" } });
    await env.settle();
    await env.client.delete(ConfigMap, "a");
    await env.settle();
    assertEquals(finalized.filter((name) => name === "a"), ["a"]);
    assertEquals(await env.client.find(ConfigMap, "a"), undefined);
  }
});

Deno.test("an object that was deleted before its operator began is finalized", async () => {
  const finalized: string[] = [];
  const operator = (when: () => boolean) =>
    defineOperator({
      name: "op",
      namespaces: ["default"],
      controllers: [defineController({
        for: ConfigMap,
        when,
        reconcile() {},
        finalize: ({ metadata }) => void finalized.push(metadata.name),
      })],
    });
  await using env = await testEnv({ operator: operator(() => true) });
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await env.settle();
  await env.kill();
  await env.client.delete(ConfigMap, "a");
  await env.start(operator(() => false));
  await env.settle();
  assertEquals(finalized, ["a"]);
});

Deno.test("release() takes the finalizers off everything", async () => {
  await using env = await Env.start();
  const { client } = env;
  const controller = defineController({ for: ConfigMap, reconcile() {}, finalize() {} });
  const operator = defineOperator({
    name: "op",
    controllers: [controller],
    namespaces: ["default"],
  });
  const running = await env.run(operator);
  for (const name of ["a", "b"]) {
    await client.create(ConfigMap, { metadata: { name, finalizers: ["keep.example/x"] } });
    await env.until(ConfigMap, name, (one) => one?.metadata.finalizers?.length === 2);
  }
  await running.stop();
  await operator.release(client);
  for await (const map of client.iterate(ConfigMap)) {
    assertEquals(map.metadata.finalizers, ["keep.example/x"]);
  }
});

Deno.test("a status is merged, written once, and not written where nothing changes", async () => {
  await using env = await Env.start();
  const { client } = env;
  let runs = 0;
  const controller = defineController({
    for: Deployment,
    name: "ready",
    reconcile(deployment, ctx) {
      runs++;
      ctx.status({ replicas: 5 });
      ctx.status({ replicas: deployment.spec.replicas, readyReplicas: 1 });
      if (deployment.metadata.annotations?.less) ctx.status({ readyReplicas: undefined });
      if (deployment.metadata.annotations?.fail) throw new Error("still written");
    },
  });
  const running = await env.run(defineOperator({ name: "op", controllers: [controller] }));
  const labels = { app: "x" };
  await client.create(Deployment, {
    metadata: { name: "d" },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } },
    },
  });
  const first = await env.until(
    Deployment,
    "d",
    (one) => (one as { status?: { readyReplicas?: number } }).status?.readyReplicas === 1,
  );
  assertEquals(first!.status?.replicas, 2);
  const patched = (path: string) =>
    env.asked.filter((line) => line.startsWith("PATCH") && line.endsWith(path)).length;
  assertEquals(patched("/status"), 1);
  const before = runs;
  await client.patch(Deployment, "d", { metadata: { labels: { new: "label" } } });
  await eventually(
    "the run is over",
    () => runs > before && running.why(Deployment, "d").length >= runs,
  );
  assertEquals(patched("/status"), 1);
  await client.patch(Deployment, "d", { metadata: { annotations: { less: "x", fail: "x" } } });
  await env.until(
    Deployment,
    "d",
    (one) => (one as { status?: { readyReplicas?: number } }).status?.readyReplicas === undefined,
  );
  // The server has the status before the run that wrote it is over.
  await eventually(
    "the run has failed",
    () =>
      running.why(Deployment, "d").some(({ result, error }) =>
        result === "error" && String(error).includes("still written")
      ),
  );
});

Deno.test("applySet() keeps to what it is told, and leaves what is not its own", async () => {
  await using env = await Env.start();
  const { client } = env;
  const controller = defineController({
    for: Namespace,
    owns: [ConfigMap, Secret],
    async reconcile({ metadata: { name, labels } }, ctx) {
      if (labels?.set === undefined) return;
      await ctx.applySet(
        labels.set.split("-").map((key, index) =>
          index % 2 === 0
            ? child(ConfigMap, { metadata: { name: key, namespace: name } })
            : child(Secret, { metadata: { name: key, namespace: name } })
        ),
      );
    },
  });
  await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await client.create(Namespace, { metadata: { name: "n", labels: { set: "a-b-c" } } });
  await env.until(ConfigMap, "n/c", (one) => one !== undefined);
  await client.create(ConfigMap, { metadata: { name: "mine", namespace: "n" } });
  await client.patch(Namespace, "n", { metadata: { labels: { set: "a" } } });
  await env.until(ConfigMap, "n/c", (one) => one === undefined);
  await env.until(Secret, "n/b", (one) => one === undefined);
  const names = (await client.list(ConfigMap, { namespace: "n" })).items.map(({ metadata }) =>
    metadata.name
  );
  assertEquals(names, ["a", "mine"]);
});

Deno.test("what was not declared can't be written, and owners are where their children are", async () => {
  await using env = await Env.start();
  const errors: string[] = [];
  const controller = defineController({
    for: ConfigMap,
    owns: [Secret],
    async reconcile({ metadata: { name } }, ctx) {
      if (name !== "a") return;
      const attempts = [
        () => ctx.apply(Pod as never, { metadata: { name: "p" } } as never),
        () => ctx.apply(Secret, { metadata: { name: "s", namespace: "other" } }),
        () => ctx.delete(Pod as never, "p"),
      ];
      for (const attempt of attempts) errors.push((await assertRejects(attempt)).message);
    },
  });
  await env.run(defineOperator({ name: "op", controllers: [controller] }));
  await env.client.create(ConfigMap, { metadata: { name: "a" } });
  await eventually("all attempts are refused", () => errors.length >= 3);
  assert(errors[0]!.includes("name the kind in the controller's owns"), errors[0]);
  assert(errors[1]!.includes("can't be owned by an object of the namespace default"), errors[1]);
  assert(isNotFound(await assertRejects(() => env.client.get(Pod, "p"))));
});
