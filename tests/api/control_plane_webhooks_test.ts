/** Webhooks and conversions of the program that a control plane is a part of. */
import {
  type Client,
  ConfigMap,
  defineOperator,
  defineResource,
  defineVersionedResource,
  defineWebhook,
  DIALECTS,
  FakeClock,
  MutatingWebhookConfiguration,
  Namespace,
  silentLogger,
  StatusError,
  Type,
  ValidatingWebhookConfiguration,
} from "../../mod.ts";
import { type ControlPlaneOptions, startApiServer } from "../../server.ts";
import { errorsKept } from "../../testing/api_server.ts";
import { freePort } from "../../testing/free_port.ts";
import { assert, assertEquals, assertRejects } from "../../toolkit/deps/assert.ts";

const Bucket = defineVersionedResource({
  group: "storage.example.com",
  kind: "Bucket",
  storage: "v1",
  versions: {
    v1: {
      spec: Type.Object({
        sizeGiB: Type.Integer({ minimum: 1 }),
        retain: Type.Boolean({ default: false }),
      }),
      status: Type.Object({ endpoint: Type.String() }),
    },
    v1beta1: { spec: Type.Object({ size: Type.String() }) },
  },
}).convert({
  v1beta1: {
    up: ({ spec }) => {
      if (!/^\d+Gi$/.test(spec.size)) throw new TypeError(`${spec.size} is no size`);
      return { spec: { sizeGiB: parseInt(spec.size) } };
    },
    down: ({ spec }) => ({ spec: { size: `${spec.sizeGiB}Gi` } }),
  },
});

/** Webhooks that do all that webhooks can, and what they were asked. */
function webhooks(asked: unknown[] = []) {
  return [
    defineWebhook({
      for: Bucket,
      matchConditions: [{ name: "seen", expression: "object == null || !has(object.spec.unseen)" }],
      mutate({ object }) {
        object.metadata.labels = { ...object.metadata.labels, seen: "yes" };
      },
      validate({ operation, object, oldObject, user, dryRun, warn, audit }) {
        const { username, groups } = user;
        asked.push([operation, object.metadata.name, { username, groups }, dryRun]);
        audit("asked", "yes");
        if (object.metadata.name === "broken") throw new Error("the list of names is gone");
        if (object.metadata.labels?.seen !== "yes") return "nobody has seen it";
        if (object.spec.sizeGiB > 100) return "too big for anybody";
        if (oldObject && object.spec.sizeGiB < oldObject.spec.sizeGiB) {
          return [{ field: "spec.sizeGiB", message: "a bucket can't shrink" }];
        }
        if (object.spec.sizeGiB > 50) warn("that is a lot");
      },
      validateDelete({ operation, oldObject, dryRun }) {
        asked.push([operation, oldObject.metadata.name, dryRun]);
        if (oldObject.spec.retain) return "it is retained";
      },
    }),
    defineWebhook({
      for: Bucket,
      name: "status",
      operations: ["UPDATE"],
      subresources: ["status"],
      failurePolicy: "Ignore",
      objectSelector: { matchExpressions: [{ key: "unlabelled", operator: "DoesNotExist" }] },
      mutate({ object }) {
        if (object.status?.endpoint === "broken") throw new Error("no endpoint");
        if (object.status?.endpoint) object.status.endpoint += "/";
      },
    }),
  ];
}

const BUCKETS = "/apis/storage.example.com/v1/namespaces/default/buckets";
const BETA = BUCKETS.replace("v1", "v1beta1");

type Step = readonly [method: string, path: string, body?: unknown];

const bucket = (name: string, spec: object, version = "v1") => ({
  apiVersion: `storage.example.com/${version}`,
  kind: "Bucket",
  metadata: { name },
  spec,
});

const STEPS: readonly Step[] = [
  ["POST", BUCKETS, bucket("a", { sizeGiB: 10 })],
  ["POST", BUCKETS, bucket("b", { sizeGiB: 60, retain: true })],
  ["POST", `${BUCKETS}?dryRun=All`, bucket("c", { sizeGiB: 60 })],
  ["POST", BUCKETS, bucket("d", { sizeGiB: 101 })],
  ["POST", BUCKETS, bucket("broken", { sizeGiB: 1 })],
  ["PATCH", `${BUCKETS}/a`, { spec: { sizeGiB: 9 } }],
  ["PATCH", `${BUCKETS}/a`, { metadata: { labels: { seen: "no", mine: "too" } } }],
  ["PATCH", `${BUCKETS}/a/status`, { status: { endpoint: "there" } }],
  ["PATCH", `${BUCKETS}/a/status`, { status: { endpoint: "broken" } }],
  ["DELETE", `${BUCKETS}/b`],
  ["DELETE", `${BUCKETS}/a?dryRun=All`],
  ["POST", BETA, bucket("e", { size: "7Gi" }, "v1beta1")],
  ["POST", BETA, bucket("f", { size: "much" }, "v1beta1")],
  ["GET", BETA],
  ["DELETE", `${BUCKETS}/a`],
  ["DELETE", BUCKETS],
  ["GET", BUCKETS],
];

/** The answers to a user's requests, without what is another one each time. */
async function answersTo(client: Client, steps = STEPS): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [method, path, body] of steps) {
    const patch = method === "PATCH" ? "merge-patch+" : "";
    const answer = await client.fetch(path, {
      method,
      headers: { "content-type": `application/${patch}json` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = (await answer.text())
      .replaceAll(/"(uid|time|creationTimestamp|resourceVersion)":"[^"]*"/g, '"$1":""')
      .replaceAll(/https:\/\/[^/]+/g, "https://webhook");
    answers.push([method, path, answer.status, answer.headers.get("warning"), JSON.parse(text)]);
  }
  return answers;
}

for (const dialect of DIALECTS) {
  Deno.test(`webhooks of a control plane's program do as those over HTTPS, ${dialect}`, async () => {
    const inProcess: unknown[] = [];
    const overHttps: unknown[] = [];
    const logger = errorsKept().logger;
    await using one = await startApiServer({
      dialect,
      resources: [Bucket],
      webhooks: webhooks(inProcess),
      logger,
    });
    await using other = await startApiServer({
      dialect,
      groups: ["core", "admissionregistration.k8s.io"],
    });
    const operator = defineOperator({
      name: "hooks",
      controllers: [],
      webhooks: webhooks(overHttps),
    });
    const port = await freePort();
    await using _running = await operator.run({
      client: other.client(),
      install: true,
      logger: silentLogger,
      webhookServer: { port, hostname: "127.0.0.1", url: `https://127.0.0.1:${port}` },
    });
    const answers = await answersTo(one.client("jane"));
    const codes = answers.map((answer) => (answer as unknown[])[2]);
    assertEquals(
      codes,
      [201, 201, 201, 403, 500, 422, 200, 200, 200, 403, 200, 201, 500, 200, 200, 403, 200],
    );
    assertEquals(answers, await answersTo(other.client("jane")));
    assertEquals(inProcess, overHttps);
    assertEquals(inProcess[2], [
      "CREATE",
      "c",
      { username: "jane", groups: ["system:authenticated"] },
      true,
    ]);
  });
}

Deno.test("a webhook of the program that does not answer in time is given up", async (t) => {
  for (const failurePolicy of ["Fail", "Ignore"] as const) {
    await t.step(failurePolicy, async () => {
      const clock = new FakeClock();
      const asked = Promise.withResolvers<AbortSignal>();
      const slow = defineWebhook({
        for: Namespace,
        timeout: "5s",
        failurePolicy,
        objectSelector: { matchLabels: { slow: "yes" } },
        validate({ signal }) {
          asked.resolve(signal);
          return new Promise<never>(() => {});
        },
      });
      await using server = await startApiServer({ clock, webhooks: [slow] });
      const made = server.client().create(Namespace, {
        metadata: { name: "shop", labels: { slow: "yes" } },
      });
      const signal = await asked.promise;
      await clock.advance(4999);
      assert(!signal.aborted);
      await clock.advance(1);
      if (failurePolicy === "Ignore") await made;
      else await assertRejects(() => made, /namespace.*context deadline exceeded/);
      assert(signal.aborted);
    });
  }
});

Deno.test("webhooks of the program stand beside stored ones, and nobody can take them away", async () => {
  const order: string[] = [];
  const own = defineWebhook({
    for: ConfigMap,
    mutate({ object }) {
      order.push("own");
      object.data = { ...object.data, own: "yes" };
    },
  });
  await using server = await startApiServer({
    groups: ["core", "admissionregistration.k8s.io"],
    webhooks: [own],
  });
  const client = server.client();
  const stored = defineWebhook({
    for: ConfigMap,
    mutate({ object }) {
      order.push(`stored, after ${Object.keys(object.data ?? {})}`);
      object.data = { ...object.data, stored: "yes" };
    },
  });
  const port = await freePort();
  {
    await using _running = await defineOperator({
      name: "stored",
      controllers: [],
      webhooks: [stored],
    }).run({
      client,
      install: true,
      logger: silentLogger,
      webhookServer: { port, hostname: "127.0.0.1", url: `https://127.0.0.1:${port}` },
    });
    // The server has objects of its own.
    order.length = 0;
    const made = await client.create(ConfigMap, { metadata: { name: "a" } });
    assertEquals(made.data, { own: "yes", stored: "yes" });
    // Asked again, as another one has changed the object since.
    assertEquals(order, ["own", "stored, after own", "own"]);
  }
  for (const kind of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration]) {
    for (const { metadata } of (await client.list(kind)).items) {
      await client.delete(kind, metadata.name);
    }
  }
  const made = await client.create(ConfigMap, { metadata: { name: "b" } });
  assertEquals(made.data, { own: "yes" });
});

Deno.test("what a program converts is there again after a restart, and its webhooks only while it has them", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const store = `file:${folder}/store.db`;
    const Beta = Bucket.versions.v1beta1;
    const none = defineWebhook({ for: Bucket, validate: () => "no buckets today" });
    {
      await using server = await startApiServer({ store, resources: [Bucket] });
      await server.client().create(Beta, { metadata: { name: "a" }, spec: { size: "7Gi" } });
    }
    {
      await using server = await startApiServer({ store, resources: [Bucket], webhooks: [none] });
      const client = server.client();
      const more = client.create(Bucket, { metadata: { name: "b" }, spec: { sizeGiB: 1 } });
      await assertRejects(() => more, /no buckets today/);
      assertEquals((await client.get(Beta, "a")).spec, { size: "7Gi" });
    }
    await using server = await startApiServer({ store, resources: [Bucket] });
    await server.client().create(Bucket, { metadata: { name: "b" }, spec: { sizeGiB: 1 } });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("startApiServer() says what is wrong with its webhooks", async (t) => {
  const Site = defineResource({
    group: "example.com",
    version: "v1",
    kind: "Site",
    spec: Type.Object({}),
  });
  const validate = () => {};
  const one = (more: object) => [defineWebhook({ for: Site, validate, ...more })];
  const cases: [what: string, webhooks: unknown, why: RegExp][] = [
    ["two of a name", [...one({}), ...one({})], /two webhooks are called site/],
    [
      "none of defineWebhook()",
      [{ name: "mine", for: Site, validate }],
      /webhooks holds mine, which/,
    ],
    [
      "a condition",
      one({ matchConditions: [{ name: "a", expression: "object.spec ==" }] }),
      /webhooks\[0\]\.matchConditions\[0\]\.expression/,
    ],
    [
      "a selector",
      one({ objectSelector: { matchExpressions: [{ key: "a", operator: "Like" }] } }),
      /webhooks\[0\]\.objectSelector\.matchExpressions\[0\]\.operator/,
    ],
    [
      "one of configurations",
      [defineWebhook({ for: ValidatingWebhookConfiguration, validate })],
      /is for ValidatingWebhookConfiguration, of which no webhook is asked/,
    ],
  ];
  for (const [what, webhooks, why] of cases) {
    await t.step(what, async () => {
      await assertRejects(
        () => startApiServer({ webhooks: webhooks as ControlPlaneOptions["webhooks"] }),
        why,
      );
    });
  }
});

Deno.test("a webhook of the program that asks its own server is answered", async () => {
  const client = Promise.withResolvers<Client>();
  const unique = defineWebhook({
    for: ConfigMap,
    async validate({ object }) {
      const { items } = await (await client.promise).list(ConfigMap);
      if (items.some(({ data }) => data?.name === object.data?.name)) return "the name is taken";
    },
  });
  await using server = await startApiServer({ groups: ["core"], webhooks: [unique] });
  client.resolve(server.client());
  const data = { name: "shop" };
  await server.client().create(ConfigMap, { metadata: { name: "a" }, data });
  const again = await server.client().create(ConfigMap, { metadata: { name: "b" }, data })
    .catch((error) => error);
  assert(again instanceof StatusError && again.code === 403);
});
