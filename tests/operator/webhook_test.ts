/** Webhooks of an operator, asked by a real server: what they change and refuse, conversions, renewal. */
import {
  type Client,
  ConfigMap,
  createClient,
  CustomResourceDefinition,
  defineController,
  defineOperator,
  defineVersionedResource,
  defineWebhook,
  type Dialect,
  DIALECTS,
  isForbidden,
  isInternalError,
  isInvalid,
  MutatingWebhookConfiguration,
  Namespace,
  Node,
  PersistentVolume,
  type RunningOperator,
  Secret,
  silentLogger,
  StatusError,
  Type,
  ValidatingWebhookConfiguration,
} from "../../mod.ts";
import { startTestServer, TEST_TOKEN } from "../../testing/api_server.ts";
import { eventually } from "../../testing/eventually.ts";
import { freePort } from "../../testing/free_port.ts";
import { assert, assertEquals, assertRejects, assertThrows } from "../../toolkit/deps/assert.ts";

interface Env extends AsyncDisposable {
  readonly client: Client;
  readonly port: number;
  run(operator: ReturnType<typeof defineOperator>): Promise<RunningOperator>;
}

async function start(dialect: Dialect): Promise<Env> {
  const server = await startTestServer({ dialect });
  const http = Deno.createHttpClient({});
  const client = await createClient({
    config: server.url,
    logger: silentLogger,
    transport: {
      fetch(request) {
        const headers = new Headers(request.headers);
        headers.set("authorization", `Bearer ${TEST_TOKEN}`);
        return fetch(new Request(request, { headers, signal: request.signal }), { client: http });
      },
    },
  });
  const port = await freePort();
  const running: RunningOperator[] = [];
  return {
    client,
    port,
    async run(operator) {
      const webhookServer = { port, hostname: "127.0.0.1", url: `https://127.0.0.1:${port}` };
      const one = await operator.run({ client, install: true, webhookServer });
      running.push(one);
      await eventually("the operator leads", () => one.leading);
      return one;
    },
    async [Symbol.asyncDispose]() {
      for (const one of running) await one[Symbol.asyncDispose]();
      await client[Symbol.asyncDispose]();
      http.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const Bucket = defineVersionedResource({
  group: "storage.example.com",
  kind: "Bucket",
  storage: "v1",
  versions: {
    v1: {
      spec: Type.Object({
        region: Type.Enum(["eu", "us"]),
        sizeGiB: Type.Integer({ minimum: 1 }),
        retain: Type.Boolean({ default: false }),
      }),
      status: Type.Object({ endpoint: Type.String() }),
    },
    v1beta1: { spec: Type.Object({ region: Type.String(), size: Type.String() }) },
  },
}).convert({
  v1beta1: {
    up: ({ spec }) => ({
      spec: { region: spec.region === "us" ? "us" : "eu", sizeGiB: parseInt(spec.size) },
    }),
    down: ({ spec }) => ({ spec: { region: spec.region, size: `${spec.sizeGiB}Gi` } }),
  },
});

for (const dialect of DIALECTS) {
  Deno.test(`webhooks judge and change writes, and convert versions, ${dialect}`, async () => {
    await using env = await start(dialect);
    const { client } = env;
    await env.run(defineOperator({
      name: "buckets",
      controllers: [defineController({
        for: Bucket,
        reconcile(_, ctx) {
          ctx.status({ endpoint: "there", conditions: { Ready: true } });
        },
      })],
      webhooks: [defineWebhook({
        for: Bucket,
        mutate({ object }) {
          object.metadata.labels = {
            ...object.metadata.labels,
            "tier/size": object.spec.sizeGiB > 10 ? "big" : "small",
          };
        },
        validate({ object, oldObject, warn }) {
          if (oldObject && object.spec.sizeGiB < oldObject.spec.sizeGiB) {
            return [{ field: "spec.sizeGiB", message: "a bucket can't shrink" }];
          }
          if (object.spec.sizeGiB > 100) return "too big for anybody";
          if (oldObject && object.spec.region !== oldObject.spec.region) warn("moving takes hours");
        },
        validateDelete: ({ oldObject }) => oldObject.spec.retain ? "it is to be kept" : undefined,
      })],
    }));
    const draft = { metadata: { name: "b" }, spec: { region: "eu" as const, sizeGiB: 5 } };
    const made = await client.create(Bucket, draft);
    assertEquals([made.metadata.labels, made.spec.retain], [{ "tier/size": "small" }, false]);
    const ready = await client.waitFor(Bucket, "b", (one) => one?.status?.endpoint === "there", {
      timeout: "120s",
    });
    const [condition] = ready!.status!.conditions!;
    assertEquals([condition?.type, condition?.status, condition?.reason], [
      "Ready",
      "True",
      "Ready",
    ]);
    assertEquals(ready!.status!.observedGeneration, ready!.metadata.generation);
    const grown = await client.patch(Bucket, "b", { spec: { sizeGiB: 20 } });
    assertEquals(grown.metadata.labels, { "tier/size": "big" });
    const shrunk = await assertRejects(() => client.patch(Bucket, "b", { spec: { sizeGiB: 6 } }));
    assert(isInvalid(shrunk) && shrunk instanceof StatusError, String(shrunk));
    assertEquals(shrunk.status.details?.causes?.map(({ field, message }) => [field, message]), [[
      "spec.sizeGiB",
      "a bucket can't shrink",
    ]]);
    const { name, kind, group } = shrunk.status.details ?? {};
    assertEquals([name, kind, group], ["b", "Bucket", "storage.example.com"]);
    assert(
      shrunk.message.endsWith(
        'Bucket.storage.example.com "b" is invalid: spec.sizeGiB: a bucket can\'t shrink',
      ),
      shrunk.message,
    );
    const big = await assertRejects(() => client.patch(Bucket, "b", { spec: { sizeGiB: 200 } }));
    assert(isForbidden(big) && big.message.includes("too big for anybody"), big.message);
    const old = Bucket.versions.v1beta1;
    const shown = await client.get(old, "b") as { apiVersion: string; spec: unknown };
    assertEquals([shown.apiVersion, shown.spec], ["storage.example.com/v1beta1", {
      region: "eu",
      size: "20Gi",
    }]);
    await client.create(
      old,
      { metadata: { name: "c" }, spec: { region: "us", size: "3Gi" } } as never,
    );
    assertEquals((await client.get(Bucket, "c")).spec, { region: "us", sizeGiB: 3, retain: false });
    await client.patch(Bucket, "b", { spec: { retain: true } });
    const kept = await assertRejects(() => client.delete(Bucket, "b"));
    assert(isForbidden(kept) && kept.message.includes("it is to be kept"), kept.message);
    await client.delete(Bucket, "c");
  });
}

Deno.test("a webhook that throws is a failure: the policy says what becomes of the write", async () => {
  await using env = await start("kubernetes");
  const { client } = env;
  const broken = (name: string, failurePolicy: "Fail" | "Ignore") =>
    defineWebhook({
      for: ConfigMap,
      name,
      failurePolicy,
      objectSelector: { matchLabels: { asks: name } },
      validate() {
        throw new Error("mine");
      },
    });
  await env.run(defineOperator({
    name: "broken",
    controllers: [],
    webhooks: [broken("strict", "Fail"), broken("lax", "Ignore")],
  }));
  const write = (asks: string) =>
    client.create(ConfigMap, { metadata: { generateName: "a", labels: { asks } } });
  const error = await assertRejects(() => write("strict"));
  assert(isInternalError(error) && error.message.includes("mine"), error.message);
  await write("lax");
  await write("nobody");
});

Deno.test("certificates are kept in a secret, shared, and mended; configurations say whom to trust", async () => {
  await using env = await start("kubernetes");
  const { client } = env;
  const operator = defineOperator({
    name: "hooks",
    controllers: [],
    webhooks: [defineWebhook({
      for: ConfigMap,
      mutate({ object }) {
        object.data = { ...object.data, more: "added" };
      },
    })],
  });
  const first = await env.run(operator);
  const secret = await client.get(Secret, "hooks-webhook-certificates");
  assertEquals(Object.keys(secret.data ?? {}).sort(), ["ca.crt", "ca.key", "tls.crt", "tls.key"]);
  const { webhooks = [] } = await client.get(MutatingWebhookConfiguration, "hooks");
  assertEquals(webhooks[0]?.clientConfig.caBundle, secret.data?.["ca.crt"]);
  assertEquals(await client.find(ValidatingWebhookConfiguration, "hooks"), undefined);
  const made = await client.create(ConfigMap, { metadata: { name: "a" } });
  assertEquals(made.data, { more: "added" });
  await first.stop();
  // Again: the same certificates; when somebody spoils them, others by the same authority.
  await (await env.run(operator)).stop();
  assertEquals((await client.get(Secret, "hooks-webhook-certificates")).data, secret.data);
  await client.patch(Secret, "hooks-webhook-certificates", { data: { "tls.crt": btoa("spoilt") } });
  await env.run(operator);
  const mended = await client.get(Secret, "hooks-webhook-certificates");
  assertEquals(mended.data?.["ca.crt"], secret.data?.["ca.crt"]);
  assert(mended.data?.["tls.key"] !== secret.data?.["tls.key"]);
  await client.create(ConfigMap, { metadata: { name: "b" } });
});

Deno.test("what asks no question is refused", async () => {
  await using env = await start("kubernetes");
  await env.run(defineOperator({
    name: "hooks",
    controllers: [],
    webhooks: [defineWebhook({ for: ConfigMap, validate() {} })],
  }));
  const secret = await env.client.get(Secret, "hooks-webhook-certificates");
  const http = Deno.createHttpClient({ caCerts: [atob(secret.data!["ca.crt"]!)] });
  const ask = async (path: string, body: string, method = "POST") => {
    const response = await fetch(`https://127.0.0.1:${env.port}${path}`, {
      method,
      client: http,
      ...(method === "POST" && { body }),
    });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await ask("/validate/configmap", "{}"), 500);
  assertEquals(await ask("/validate/configmap", "{"), 400);
  assertEquals(await ask("/validate/configmap", "", "GET"), 405);
  assertEquals(await ask("/validate/nobody", "{}"), 404);
  assertEquals(await ask("/convert", "[]"), 500);
  assertEquals(await ask("/validate/configmap", `"${"x".repeat(17 * 1024 * 1024)}"`), 413);
  http.close();
});

Deno.test("an operator's manifests are taken by a server, and say what it needs", async () => {
  await using env = await start("orch");
  const operator = defineOperator({
    name: "buckets",
    controllers: [
      defineController({
        for: Bucket,
        owns: [Secret],
        reads: [ConfigMap],
        reconcile() {},
        finalize() {},
      }),
    ],
    webhooks: [defineWebhook({ for: Bucket, validate() {} })],
  });
  const manifests = operator.manifests({ dialect: "orch", image: "example.com/buckets:1" });
  const kinds = manifests.map(({ kind }) => kind);
  assertEquals(kinds, [
    "CustomResourceDefinition",
    "Namespace",
    "ServiceAccount",
    "ClusterRole",
    "ClusterRoleBinding",
    "Role",
    "RoleBinding",
    "Service",
    "Deployment",
  ]);
  await env.client.applyManifests(manifests);
  const definition = await env.client.get(CustomResourceDefinition, "buckets.storage.example.com");
  const { conversion } = definition.spec;
  const service = conversion?.webhook?.clientConfig?.service;
  assertEquals([conversion?.strategy, service?.name], ["Webhook", "buckets"]);
  const roles = manifests.find(({ kind }) => kind === "ClusterRole") as {
    rules?: { apiGroups: string[]; resources: string[]; verbs: string[] }[];
  };
  const may = (group: string, resource: string) =>
    (roles.rules ?? []).filter(({ apiGroups, resources }) =>
      apiGroups.includes(group) && resources.includes(resource)
    )
      .flatMap(({ verbs }) => verbs).join();
  assertEquals(may("storage.example.com", "buckets"), "get,list,watch,patch");
  assertEquals(may("storage.example.com", "buckets/status"), "patch");
  assertEquals(may("", "secrets"), "get,list,watch,create,patch,delete");
  assertEquals(may("", "configmaps"), "get,list,watch");
  assertEquals(may("apiextensions.orch.io", "customresourcedefinitions"), "get,create,patch");
});

Deno.test("an operator of some namespaces is granted what is in none by a role of the cluster", () => {
  const operator = defineOperator({
    name: "op",
    namespaces: ["shop", "bank"],
    controllers: [
      defineController({ for: ConfigMap, owns: [Secret], reads: [Node], reconcile() {} }),
      defineController({ for: PersistentVolume, reconcile() {} }),
    ],
    grants: [{ kind: Namespace, verbs: ["delete"] }],
  });
  const granted = operator.manifests().flatMap((object) => {
    const { kind, metadata, rules = [] } = object as {
      kind: string;
      metadata: { name: string; namespace?: string };
      rules?: { resources: string[]; verbs: string[] }[];
    };
    const { name, namespace = "everywhere" } = metadata;
    return kind.endsWith("Role") ? [[`${namespace}/${name}`, rules.map(textOf).join("; ")]] : [];
  });
  const inEach =
    "get,list,watch configmaps; update configmaps/finalizers; patch configmaps/status; " +
    "get,list,watch,create,patch,delete secrets; create,patch events";
  assertEquals(granted, [
    ["shop/op", inEach],
    ["bank/op", inEach],
    [
      "everywhere/op-cluster",
      "delete namespaces; get,list,watch nodes,persistentvolumes; create,patch events",
    ],
    ["op/op-own", "get,create,update leases"],
  ]);
  function textOf({ resources, verbs }: { resources: string[]; verbs: string[] }) {
    return `${verbs.join()} ${resources.join()}`;
  }
});

Deno.test("defineWebhook() refuses what can't work", () => {
  const validate = () => {};
  const cases: [() => unknown, RegExp][] = [
    [() => defineWebhook({ for: ConfigMap }), /has neither/],
    [() => defineWebhook({ for: ConfigMap, name: "a.b", validate }), /the name "a.b"/],
    [() => defineWebhook({ for: ConfigMap, timeout: "31s", validate }), /the timeout is 31s/],
    [() => defineWebhook({ for: ConfigMap, timeout: "1500ms", validate }), /the timeout is 1500ms/],
  ];
  for (const [make, message] of cases) assertThrows(make, message);
});
