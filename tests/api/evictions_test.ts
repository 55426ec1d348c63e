/** Evictions over HTTP, and what disruption budgets say of them. */
import { startTestServer } from "../../testing/api_server.ts";
import type { ApiClient } from "../../testing/api_client.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";

const PODS = "/api/v1/namespaces/default/pods";
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const LABELS = { app: "web" };

interface PodState {
  readonly phase?: string;
  readonly ready?: string;
  readonly finalizers?: readonly string[];
}

/** Makes a pod that runs, unless told otherwise. */
async function makePod(
  client: ApiClient,
  name: string,
  { phase = "Running", ready = "True", finalizers = [] }: PodState = {},
): Promise<void> {
  const made = await client.post(PODS, {
    metadata: { name, labels: LABELS, finalizers },
    spec: { containers: [{ name: "main", image: "a:1" }] },
  });
  assertEquals(made.status, 201);
  await client.patch(`${PODS}/${name}/status`, "merge", {
    status: { phase, conditions: [{ type: "Ready", status: ready }] },
  });
}

/** Makes a budget whose controller has seen it. */
async function makeBudget(
  client: ApiClient,
  spec: Record<string, unknown>,
  status: Record<string, unknown>,
  name = "web",
): Promise<void> {
  const made = await client.post(BUDGETS, {
    metadata: { name },
    spec: { selector: { matchLabels: LABELS }, minAvailable: 1, ...spec },
  });
  assertEquals(made.status, 201);
  const written = await client.patch(`${BUDGETS}/${name}/status`, "merge", {
    status: { observedGeneration: 1, expectedPods: 3, ...status },
  });
  assertEquals(written.status, 200);
}

function evict(client: ApiClient, name: string, query = "", options?: Record<string, unknown>) {
  return client.post(`${PODS}/${name}/eviction${query}`, {
    metadata: { name },
    ...(options && { deleteOptions: options }),
  });
}

Deno.test("of many evictions as many win as the budget has units", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
  await Promise.all(names.map((name) => makePod(client, name)));
  await makeBudget(client, {}, { disruptionsAllowed: 3, currentHealthy: 12, desiredHealthy: 9 });
  const answers = await Promise.all(names.map((name) => evict(client, name)));
  assertEquals(answers.filter(({ status }) => status === 201).length, 3);
  assertEquals(answers.filter(({ status }) => status === 429).length, 9);
  const { status } = (await client.get(`${BUDGETS}/web`)).json;
  assertEquals([status.disruptionsAllowed ?? 0, Object.keys(status.disruptedPods).length], [0, 3]);
  const [condition, ...others] = status.conditions;
  assertEquals(others, []);
  assert(typeof condition.lastTransitionTime === "string");
  assertEquals({ ...condition, lastTransitionTime: "" }, {
    type: "DisruptionAllowed",
    status: "False",
    observedGeneration: 1,
    lastTransitionTime: "",
    reason: "InsufficientPods",
    message: "",
  });
  assertEquals((await client.get(PODS)).json.items.length, 9);
});

Deno.test("a refused eviction leaves to the client when it tries again", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await makePod(client, "a");
  await makeBudget(client, {}, { desiredHealthy: 1, currentHealthy: 1 });
  const refused = await evict(client, "a");
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, null]);
  assertEquals(refused.json.details, {
    causes: [{
      reason: "DisruptionBudget",
      message: "The disruption budget web needs 1 healthy pods and has 1 currently",
    }],
  });
  await client.patch(`${BUDGETS}/web`, "merge", { spec: { minAvailable: 0 } });
  const early = await evict(client, "a");
  assertEquals([early.status, early.headers.get("retry-after")], [429, "10"]);
  assertEquals(
    early.json.details.causes[0].message,
    "The disruption budget web is still being processed by the server.",
  );
});

Deno.test("pods that are not ready go as the budget says", async () => {
  await using server = await startTestServer();
  const { client } = server;
  for (const name of ["a", "b"]) await makePod(client, name, { ready: "False" });
  const bad = { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2 };
  await makeBudget(client, {}, bad);
  assertEquals((await evict(client, "a")).status, 429);
  await client.patch(`${BUDGETS}/web/status`, "merge", { status: { currentHealthy: 2 } });
  assertEquals((await evict(client, "a")).status, 201);
  await client.delete(`${BUDGETS}/web`);
  await makeBudget(client, { unhealthyPodEvictionPolicy: "AlwaysAllow" }, bad, "other");
  assertEquals((await evict(client, "b")).status, 201);
  const { status } = (await client.get(`${BUDGETS}/other`)).json;
  assertEquals(status.disruptedPods, undefined);
});

Deno.test("an eviction needs no budget for pods without work, and can't choose between two", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await makePod(client, "done", { phase: "Succeeded" });
  await makePod(client, "waits", { phase: "Pending" });
  await makePod(client, "runs");
  for (const name of ["one", "two"]) await makeBudget(client, {}, {}, name);
  for (const name of ["done", "waits"]) assertEquals((await evict(client, name)).status, 201);
  const refused = await evict(client, "runs");
  assertEquals([refused.status, refused.json.message], [
    500,
    "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
  ]);
});

Deno.test("an evicted pod says why it goes, a dry run changes nothing", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await makePod(client, "a", { finalizers: ["example.com/hold"] });
  await makeBudget(client, {}, { disruptionsAllowed: 2 });
  assertEquals((await evict(client, "a", "?dryRun=All")).status, 201);
  const wrong = await evict(client, "a", "", { preconditions: { resourceVersion: "1" } });
  assertEquals([wrong.status, wrong.json.reason], [409, "Conflict"]);
  const before = (await client.get(`${PODS}/a`)).json;
  assertEquals([before.metadata.deletionTimestamp, before.status.conditions.length], [
    undefined,
    1,
  ]);
  const { metadata: { resourceVersion, uid } } = before;
  const evicted = await evict(client, "a", "", { preconditions: { resourceVersion, uid } });
  assertEquals(evicted.status, 201);
  const { metadata, status } = (await client.get(`${PODS}/a`)).json;
  assert(typeof metadata.deletionTimestamp === "string");
  const { reason, message } = status.conditions.find((one: { type: string }) =>
    one.type === "DisruptionTarget"
  );
  assertEquals([reason, message], ["EvictionByEvictionAPI", "Eviction API: evicting"]);
});

Deno.test("budgets that come and go while pods are evicted make no eviction fail", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
  await Promise.all(names.map((name) => makePod(client, name)));
  let over = false;
  const churn = (async () => {
    while (!over) {
      await makeBudget(client, {}, { disruptionsAllowed: 1000 });
      await client.delete(`${BUDGETS}/web`);
    }
  })();
  const codes = new Set<number>();
  for (const name of names) {
    for (;;) {
      const { status } = await evict(client, name);
      codes.add(status);
      if (status !== 429) break;
    }
  }
  over = true;
  await churn;
  codes.delete(429);
  assertEquals([...codes], [201]);
  assertEquals((await client.get(PODS)).json.items, []);
});

Deno.test("an eviction is told by its name, in either version, and of another pod than was meant", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await makePod(client, "a");
  const path = `${PODS}/a/eviction`;
  const nameless = await client.post(path, {});
  assertEquals([nameless.status, nameless.json.message], [
    400,
    "name in URL does not match name in Eviction object",
  ]);
  const { metadata: { uid } } = (await client.get(`${PODS}/a`)).json;
  const other = await evict(client, "a", "", { preconditions: { uid: "other" } });
  assertEquals([other.status, other.json.message], [
    409,
    `Operation cannot be fulfilled on Pod "a": the UID in the precondition (other) does not match ` +
    `the UID in record (${uid}). The object might have been deleted and then recreated`,
  ]);
  for (const [version, status] of [["v1alpha1", 400], ["v1beta1", 201]] as const) {
    const apiVersion = `policy/${version}`;
    const answer = await client.post(path, {
      apiVersion,
      kind: "Eviction",
      metadata: { name: "a" },
    });
    assertEquals(answer.status, status, answer.text);
  }
});

Deno.test("a refused eviction says why there is nothing left", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await makePod(client, "a");
  await makeBudget(client, {}, { desiredHealthy: 0, currentHealthy: 1 });
  const none = "The disruption budget web does not allow evicting pods currently";
  const condition = (status: string, reason: string, message: string) => ({
    type: "DisruptionAllowed",
    status,
    reason,
    message,
    lastTransitionTime: "2026-01-01T00:00:00Z",
  });
  const cases: [conditions: unknown[], message: string][] = [
    [[], none],
    [[condition("True", "SufficientPods", "x")], none],
    [[condition("False", "InsufficientPods", "few")], `${none} (InsufficientPods): few`],
    [[condition("False", "SyncFailed", "broken")], `${none} because it failed sync: broken`],
  ];
  for (const [conditions, message] of cases) {
    await client.patch(`${BUDGETS}/web/status`, "merge", { status: { conditions } });
    const refused = await evict(client, "a");
    assertEquals([refused.status, refused.json.details?.causes[0].message], [429, message]);
  }
});

Deno.test("what an eviction changes in a budget is the server's", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await makePod(client, "a");
  await makeBudget(client, {}, { disruptionsAllowed: 2 });
  assertEquals((await evict(client, "a")).status, 201);
  const { managedFields } = (await client.get(`${BUDGETS}/web`)).json.metadata;
  const own = managedFields.find(({ manager }: { manager: string }) =>
    manager === "kube-apiserver"
  );
  assertEquals([own?.operation, own?.subresource, own?.fieldsV1], ["Update", "status", {
    "f:status": { "f:disruptedPods": { ".": {}, "f:a": {} }, "f:disruptionsAllowed": {} },
  }]);
});

Deno.test("the options of an eviction are those of a deletion", async () => {
  await using server = await startTestServer();
  const { client } = server;
  await makePod(client, "a");
  const refused: [options: Record<string, unknown>, kind: string, cause: string][] = [
    [{ propagationPolicy: "Sideways" }, "DeleteOptions", "propagationPolicy"],
    [
      { propagationPolicy: "Orphan", orphanDependents: true },
      "DeleteOptions",
      "propagationPolicy",
    ],
    [{ dryRun: ["Some"] }, "DeleteOptions", "dryRun"],
    [
      { ignoreStoreReadErrorWithClusterBreakingPotential: true },
      "Eviction",
      "deleteOptions.ignoreStoreReadErrorWithClusterBreakingPotential",
    ],
  ];
  for (const [options, kind, cause] of refused) {
    const { status, json, text } = await evict(client, "a", "", options);
    assertEquals(
      [status, json.details?.kind, json.details?.causes[0].field],
      [422, kind, cause],
      text,
    );
  }
  const untouched = (await client.get(`${PODS}/a`)).json;
  assertEquals(untouched.status.conditions.length, 1);
});

Deno.test("an eviction with less than no time leaves the pod the shortest one", async () => {
  await using server = await startTestServer();
  const { client } = server;
  const made = await client.post(PODS, {
    metadata: { name: "a" },
    spec: { nodeName: "n", containers: [{ name: "main", image: "a:1" }] },
  });
  assertEquals(made.status, 201);
  assertEquals((await evict(client, "a", "", { gracePeriodSeconds: -5 })).status, 201);
  const { status, json } = await client.get(`${PODS}/a`);
  assertEquals([status, json.metadata.deletionGracePeriodSeconds], [200, 1]);
});
