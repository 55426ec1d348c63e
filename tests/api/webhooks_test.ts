import { auditTo } from "../../testing/audit.ts";
import { testWith } from "../../testing/requirements.ts";
import { withKubectl } from "./with_kubectl.ts";
import { startTestServer, type TestServer } from "../../testing/api_server.ts";
import type { AnyObject } from "../../testing/api_client.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import {
  configurationOf,
  HookServer,
  installHook,
  type Judge,
  patching,
  type Phase,
} from "./hook_server.ts";

const GROUP = "/apis/admissionregistration.k8s.io/v1";
const MAPS = "/api/v1/namespaces/default/configmaps";
/** Handles of the runtime's client end a little after the server. */
const LOOSE = { sanitizeOps: false, sanitizeResources: false };

async function withHook(
  phase: Phase,
  judge: Judge,
  run: (server: TestServer, hook: HookServer) => Promise<void>,
  webhook: object = {},
): Promise<void> {
  await using server = await startTestServer();
  await using hook = await HookServer.judging(judge);
  await installHook(server, phase, "one", { clientConfig: hook.config("/judge"), ...webhook });
  await run(server, hook);
}

const map = (name: string, more: object = {}) => ({ metadata: { name }, ...more });

Deno.test(
  "a webhook is asked about a write, with all that there is to know",
  LOOSE,
  () =>
    withHook("validating", () => {}, async ({ client }, hook) => {
      const created = await client.post(`${MAPS}?fieldManager=me`, map("a", { data: { k: "v" } }));
      assertEquals(created.status, 201, created.text);
      const updated = await client.patch(`${MAPS}/a`, "merge", { data: { k: "w" } });
      assertEquals(updated.status, 200, updated.text);
      const deleted = await client.delete(`${MAPS}/a?gracePeriodSeconds=0&dryRun=All`);
      assertEquals(deleted.status, 200, deleted.text);
      const [create, update, remove] = hook.reviews.map(({ request }) => request);
      const { uid, object, ...rest } = create;
      assert(uid !== "");
      assertEquals(rest, {
        kind: { group: "", version: "v1", kind: "ConfigMap" },
        resource: { group: "", version: "v1", resource: "configmaps" },
        requestKind: { group: "", version: "v1", kind: "ConfigMap" },
        requestResource: { group: "", version: "v1", resource: "configmaps" },
        name: "a",
        namespace: "default",
        operation: "CREATE",
        userInfo: { username: "tester", uid: "1", groups: ["system:authenticated"] },
        oldObject: null,
        dryRun: false,
        options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "me" },
      });
      const { kind, apiVersion, data } = object;
      assertEquals([kind, apiVersion, data], ["ConfigMap", "v1", { k: "v" }]);
      assertEquals([update.operation, update.object.data, update.oldObject.data], [
        "UPDATE",
        { k: "w" },
        { k: "v" },
      ]);
      assertEquals(update.options, { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1" });
      assertEquals([remove.operation, remove.object, remove.oldObject.data, remove.dryRun], [
        "DELETE",
        null,
        { k: "w" },
        true,
      ]);
      assertEquals(remove.options, {
        kind: "DeleteOptions",
        apiVersion: "meta.k8s.io/v1",
        gracePeriodSeconds: 0,
        dryRun: ["All"],
      });
    }),
);

Deno.test(
  "a webhook may refuse, with a status of its own, and warn",
  LOOSE,
  () =>
    withHook("validating", ({ name }) => {
      if (name === "quiet") return { allowed: false };
      if (name === "teapot") {
        return { allowed: false, status: { code: 418, reason: "Teapot", message: "short" } };
      }
      return { warnings: ["hot", "very hot"] };
    }, async ({ client }) => {
      const quiet = await client.post(MAPS, map("quiet"));
      assertEquals([quiet.status, quiet.json.message], [
        400,
        'admission webhook "one.hooks.example.com" denied the request without explanation',
      ]);
      const teapot = await client.post(MAPS, map("teapot"));
      assertEquals([teapot.status, teapot.json.reason, teapot.json.message], [
        418,
        "Teapot",
        'admission webhook "one.hooks.example.com" denied the request: short',
      ]);
      assertEquals((await client.get(`${MAPS}/teapot`)).status, 404);
      const warm = await client.post(MAPS, map("warm"));
      assertEquals(warm.headers.get("warning"), '299 - "hot", 299 - "very hot"');
    }),
);

Deno.test("a webhook may change an object, and is not alone in that", LOOSE, async () => {
  await using server = await startTestServer();
  const add = (key: string): Judge => ({ object }) => {
    const value = Object.keys(object.data ?? {}).join();
    return patching(
      ...(object.data ? [] : [{ op: "add", path: "/data", value: {} }]),
      { op: "add", path: `/data/${key}`, value },
    );
  };
  await using one = await HookServer.judging(add("one"));
  await using two = await HookServer.judging(add("two"));
  // By their names, not by their age.
  await installHook(server, "mutating", "b", { clientConfig: two.config() });
  await installHook(server, "mutating", "a", { clientConfig: one.config() });
  const { client } = server;
  const created = await client.post(MAPS, map("x"));
  assertEquals([created.status, created.json.data], [201, { one: "", two: "one" }]);
  assertEquals((await client.get(`${MAPS}/x`)).json.data, { one: "", two: "one" });
  const dry = await client.patch(`${MAPS}/x?dryRun=All`, "merge", { data: { z: "1" } });
  assertEquals(dry.json.data, { one: "one,two,z", two: "one,two,z", z: "1" });
  assertEquals(two.reviews.length, 2);
});

Deno.test(
  "a webhook is asked again where a later one changed what it saw, once",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const counting: Judge = ({ object }) => {
      const count = Number(object.data?.count ?? 0) + 1;
      return patching({ op: "add", path: "/data/count", value: String(count) });
    };
    await using again = await HookServer.judging(counting);
    await using once = await HookServer.judging(({ object }) => {
      if (object.data.seen === undefined) {
        return patching({ op: "add", path: "/data/seen", value: "" });
      }
    });
    const reinvocationPolicy = "IfNeeded";
    await installHook(server, "mutating", "a", {
      clientConfig: again.config(),
      reinvocationPolicy,
    });
    await installHook(server, "mutating", "b", { clientConfig: once.config() });
    const created = await server.client.post(MAPS, map("x", { data: { a: "1" } }));
    assertEquals(created.json.data, { a: "1", count: "2", seen: "" });
    assertEquals([again.reviews.length, once.reviews.length], [2, 1]);
    // Nothing came after it that changed anything: it is not asked for its own change's sake.
    const updated = await server.client.patch(`${MAPS}/x`, "merge", { data: { a: "2" } });
    assertEquals([updated.json.data.count, again.reviews.length], ["3", 3]);
  },
);

Deno.test(
  "a webhook that may do more than answer has no part in a dry run",
  LOOSE,
  () =>
    withHook("validating", () => {}, async ({ client }, hook) => {
      const config = `${GROUP}/validatingwebhookconfigurations/one`;
      const say = (
        sideEffects: string,
      ) => [{ op: "replace", path: "/webhooks/0/sideEffects", value: sideEffects }];
      assertEquals((await client.patch(config, "json", say("NoneOnDryRun"))).status, 200);
      await client.get(config);
      assertEquals((await client.post(`${MAPS}?dryRun=All`, map("a"))).status, 201);
      assertEquals([hook.reviews.length, hook.reviews[0].request.dryRun], [1, true]);
    }),
);

Deno.test(
  "selectors and conditions keep a webhook from being asked",
  LOOSE,
  () =>
    withHook("validating", () => ({ allowed: false }), async ({ client }, hook) => {
      const write = async (name: string, labels: object, data: object = {}) =>
        (await client.post(MAPS, { metadata: { name, labels }, data })).status;
      assertEquals(await write("a", {}, { strict: "yes" }), 201);
      assertEquals(await write("b", { watched: "yes" }), 201);
      assertEquals(hook.reviews.length, 0);
      assertEquals(await write("c", { watched: "yes" }, { strict: "yes" }), 400);
      const failed = await client.post(
        MAPS,
        map("d", { metadata: { name: "d", labels: { watched: "yes" } }, data: { broken: "1" } }),
      );
      assertEquals([failed.status, failed.json.reason], [403, "Forbidden"]);
      assert(failed.json.message.includes("resulted in error"), failed.json.message);
    }, {
      objectSelector: { matchLabels: { watched: "yes" } },
      namespaceSelector: { matchExpressions: [{ key: "x", operator: "DoesNotExist" }] },
      matchConditions: [{
        name: "strict",
        expression: 'has(object.data) && ("broken" in object.data ? object.data.nothing == "1" : ' +
          '"strict" in object.data) && request.userInfo.username == "tester"',
      }],
    }),
);

Deno.test(
  "a webhook sees objects in the version that its rules name",
  LOOSE,
  () =>
    withHook("mutating", ({ object }) => {
      const value = `${object.spec.metrics[0].resource.target.averageUtilization}`;
      return patching({ op: "add", path: "/metadata/labels", value: { value } });
    }, async ({ client }, hook) => {
      const path = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
      const created = await client.post(path, {
        metadata: { name: "a" },
        spec: {
          scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "d" },
          maxReplicas: 3,
          targetCPUUtilizationPercentage: 55,
        },
      });
      assertEquals(created.status, 201, created.text);
      assertEquals([created.json.apiVersion, created.json.metadata.labels], [
        "autoscaling/v1",
        { value: "55" },
      ]);
      assertEquals(created.json.spec.targetCPUUtilizationPercentage, 55);
      const { kind, requestKind, resource, requestResource, object } = hook.reviews[0].request;
      assertEquals([kind.version, requestKind.version, object.apiVersion], [
        "v2",
        "v1",
        "autoscaling/v2",
      ]);
      assertEquals([resource.version, requestResource.version], ["v2", "v1"]);
    }, {
      rules: [{
        operations: ["CREATE"],
        apiGroups: ["autoscaling"],
        apiVersions: ["v2"],
        resources: ["horizontalpodautoscalers"],
      }],
    }),
);

Deno.test(
  "a webhook is asked about parts: status, scale, eviction, binding",
  LOOSE,
  () =>
    withHook("mutating", ({ subResource, object }) => {
      if (subResource === "scale") {
        return patching({ op: "replace", path: "/spec/replicas", value: 7 });
      }
      if (subResource === "eviction") {
        return { allowed: object.metadata.name !== "p" };
      }
    }, async ({ client }, hook) => {
      const labels = { app: "a" };
      const template = { metadata: { labels }, spec: { containers: [{ name: "c", image: "i" }] } };
      const deployments = "/apis/apps/v1/namespaces/default/deployments";
      const spec = { replicas: 1, selector: { matchLabels: labels }, template };
      assertEquals((await client.post(deployments, { metadata: { name: "d" }, spec })).status, 201);
      const scaled = await client.patch(`${deployments}/d/scale`, "merge", {
        spec: { replicas: 3 },
      });
      assertEquals([scaled.status, scaled.json.spec], [200, { replicas: 7 }], scaled.text);
      assertEquals((await client.get(`${deployments}/d`)).json.spec.replicas, 7);
      const pods = "/api/v1/namespaces/default/pods";
      for (const name of ["p", "q"]) {
        assertEquals(
          (await client.post(pods, { metadata: { name }, spec: template.spec })).status,
          201,
        );
      }
      const bound = await client.post(`${pods}/p/binding`, {
        metadata: { name: "p" },
        target: { kind: "Node", name: "n" },
      });
      assertEquals(bound.status, 201, bound.text);
      const status = await client.patch(`${pods}/p/status`, "merge", { status: { message: "m" } });
      assertEquals(status.status, 200, status.text);
      const refused = await client.post(`${pods}/p/eviction`, { metadata: { name: "p" } });
      assertEquals(refused.status, 400, refused.text);
      assertEquals(
        (await client.post(`${pods}/q/eviction`, { metadata: { name: "q" } })).status,
        201,
      );
      const seen = hook.reviews.map(({ request }) =>
        `${request.operation} ${request.resource.resource}/${request.subResource} ${request.kind.kind}`
      );
      assertEquals(seen, [
        "UPDATE deployments/scale Scale",
        "CREATE pods/binding Binding",
        "UPDATE pods/status Pod",
        "CREATE pods/eviction Eviction",
        "CREATE pods/eviction Eviction",
      ]);
      const [{ request: { object, oldObject } }] = hook.reviews;
      assertEquals([object.kind, object.spec, oldObject.spec], ["Scale", { replicas: 3 }, {
        replicas: 1,
      }]);
    }, {
      rules: [{
        operations: ["*"],
        apiGroups: ["*"],
        apiVersions: ["*"],
        resources: ["*/scale", "pods/binding", "pods/status", "pods/eviction"],
      }, {
        // An eviction was asked about: the deletion that is a part of it is not.
        operations: ["DELETE"],
        apiGroups: [""],
        apiVersions: ["v1"],
        resources: ["pods"],
      }],
    }),
);

Deno.test(
  "deleting many asks about each, and one refusal ends it",
  LOOSE,
  () =>
    withHook("validating", ({ operation, name }) => ({
      allowed: operation !== "DELETE" || name !== "b",
    }), async ({ client }, hook) => {
      for (const name of ["a", "b", "c"]) await client.post(MAPS, map(name));
      hook.reviews.length = 0;
      const deleted = await client.delete(MAPS);
      assertEquals(deleted.status, 400, deleted.text);
      assertEquals(hook.reviews.map(({ request }) => request.name), ["a", "b"]);
      const left = (await client.get(MAPS)).json.items.map((one: AnyObject) => one.metadata.name);
      assertEquals(left, ["b", "c"]);
    }),
);

for (const phase of ["mutating", "validating"] as const) {
  Deno.test(
    `no ${phase} webhook is asked about configurations of webhooks`,
    LOOSE,
    () =>
      withHook(phase, () => ({ allowed: false }), async ({ client }, hook) => {
        assertEquals((await client.post("/api/v1/namespaces", map("n"))).status, 400);
        assertEquals(hook.reviews[0].request.namespace, "n");
        const path = `${GROUP}/${phase}webhookconfigurations/one`;
        const labelled = await client.patch(path, "merge", { metadata: { labels: { a: "b" } } });
        assertEquals(labelled.status, 200, labelled.text);
        assertEquals((await client.delete(path)).status, 200);
        await client.get(path);
        assertEquals((await client.post("/api/v1/namespaces", map("n"))).status, 201);
        assertEquals(hook.reviews.length, 1);
      }, {
        rules: [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }],
      }),
  );
}

Deno.test(
  "the old version of reviews is spoken to who speaks nothing else",
  LOOSE,
  () =>
    withHook(
      "mutating",
      () => patching({ op: "add", path: "/data", value: { a: "b" } }),
      async ({ client }, hook) => {
        assertEquals((await client.post(MAPS, map("a"))).json.data, { a: "b" });
        assertEquals(hook.reviews[0].apiVersion, "admission.k8s.io/v1beta1");
      },
      { admissionReviewVersions: ["v7", "v1beta1"] },
    ),
);

Deno.test(
  "a webhook is asked whose own certificate is its bundle, at a cleaned path",
  LOOSE,
  async () => {
    await using server = await startTestServer();
    const paths: string[] = [];
    await using hook = await HookServer.judging((_, path) => {
      paths.push(path);
      return { allowed: false, status: { message: "hi" } };
    });
    await using stranger = await HookServer.judging();
    const { url } = hook.config("//a/../failing/");
    const install = (caBundle: string) =>
      installHook(server, "validating", "one", {
        clientConfig: { url, caBundle },
        timeoutSeconds: 3,
      });
    await install(hook.pinned);
    const judged = await server.client.post(MAPS, map("a"));
    assertEquals([judged.status, paths], [400, ["/failing?timeout=3s"]]);
    const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    await server.client.delete(`${path}/one`);
    await server.client.get(path);
    await install(stranger.pinned);
    const refused = await server.client.post(MAPS, map("a"));
    assertEquals([refused.status, paths.length], [500, 1]);
    assert(refused.json.message.includes("x509: certificate signed by unknown authority"));
  },
);

Deno.test("a webhook is found through its service", LOOSE, async () => {
  await using server = await startTestServer();
  await using hook = await HookServer.judging(() => ({
    allowed: false,
    status: { message: "hi" },
  }));
  const { client } = server;
  const service = { namespace: "default", name: "hook", path: "/x", port: hook.port };
  await installHook(server, "validating", "one", {
    clientConfig: { service, caBundle: hook.caBundle },
    timeoutSeconds: 3,
  });
  const missing = await client.post(MAPS, map("a"));
  assertEquals([missing.status, missing.json.message], [
    500,
    'Internal error occurred: failed calling webhook "one.hooks.example.com": failed to call ' +
    'webhook: service "hook" not found',
  ]);
  const made = await client.post("/api/v1/namespaces/default/services", {
    metadata: { name: "hook" },
    spec: { clusterIP: "127.0.0.1", ports: [{ port: hook.port }] },
  });
  assertEquals(made.status, 201, made.text);
  await client.get("/api/v1/services");
  const answer = await client.post(MAPS, map("a"));
  assertEquals([answer.status, answer.json.message], [
    400,
    'admission webhook "one.hooks.example.com" denied the request: hi',
  ], answer.text);
});

Deno.test("a webhook learns who asks it, where the server can prove that", LOOSE, async () => {
  const now = new Date();
  const authority = await makeAuthority("proxies", now);
  const usages = [USAGE.client];
  const current = await makeCertificate(
    { commonName: "front", hosts: [], usages, now },
    authority,
  );
  for (
    const [proxyIdentity, name] of [[{ current, close() {} }, "front"], [undefined, ""]] as const
  ) {
    await using server = await startTestServer({ proxyIdentity });
    await using hook = await HookServer.judging((_request, _path, caller) => ({
      warnings: [`asked by ${caller}.`],
    }));
    await installHook(server, "validating", "one", { clientConfig: hook.config() });
    const { headers } = await server.client.post(MAPS, map("a"));
    assertEquals(headers.get("warning"), `299 - "asked by ${name}."`);
  }
});

Deno.test(
  "the metrics tell how webhooks are asked",
  LOOSE,
  () =>
    withHook("validating", ({ name }) => ({ allowed: name === "a" }), async ({ client }) => {
      await client.post(MAPS, map("a"));
      await client.post(MAPS, map("b"));
      const { text } = await client.get("/metrics");
      const labels = 'name="one.hooks.example.com",type="validating",operation="CREATE"';
      for (
        const line of [
          `apiserver_admission_webhook_request_total{${labels},code="200",rejected="false"} 1`,
          `apiserver_admission_webhook_request_total{${labels},code="400",rejected="true"} 1`,
          `apiserver_admission_webhook_rejection_count{${labels},error_type="no_error",` +
          `rejection_code="400"} 1`,
          `apiserver_admission_webhook_admission_duration_seconds_count{${labels},rejected="true"} 1`,
        ]
      ) {
        assert(
          text.includes(line),
          `${line}\n${text.match(/^apiserver_admission.*$/gm)?.join("\n")}`,
        );
      }
    }),
);

Deno.test("the audit log is told what webhooks say, change, and fail at", LOOSE, async () => {
  const told: Record<string, string>[] = [];
  const audit = auditTo(({ context: { annotations, info } }) => {
    if (info.resource === "configmaps") told.push({ ...annotations });
  });
  // Members that no operation has are left alone, digits and all.
  const patch = '[{"op":"add","path":"/data","value":{"a":"b"},"note":9007199254740993}]';
  await using server = await startTestServer({ audit });
  await using hook = await HookServer.judging((_, path) =>
    path.startsWith("/change")
      ? {
        patch: btoa(patch),
        patchType: "JSONPatch",
        auditAnnotations: { said: "so", "not/one": "x" },
      }
      : { response: null, uid: "other" }
  );
  await installHook(server, "mutating", "change", { clientConfig: hook.config("/change") });
  const open = { failurePolicy: "Ignore" };
  await installHook(server, "validating", "judge", { clientConfig: hook.config("/x"), ...open });
  assertEquals((await server.client.post(MAPS, map("a"))).status, 201);
  const { authentication: _, ...annotations } = told[0] ?? {};
  const webhook = "change.hooks.example.com";
  assertEquals(annotations, {
    [`${webhook}/said`]: "so",
    "patch.webhook.admission.k8s.io/round_0_index_0":
      `{"configuration":"change","webhook":"${webhook}","patch":${patch},"patchType":"JSONPatch"}`,
    "mutation.webhook.admission.k8s.io/round_0_index_0": JSON.stringify({
      configuration: "change",
      webhook,
      mutated: true,
    }),
    "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "judge.hooks.example.com",
  });
});

for (const dialect of ["kubernetes", "orch"] as const) {
  testWith(
    ["kubectl"],
    `kubectl shows what webhooks refuse, change and warn of (${dialect})`,
    () =>
      withKubectl(dialect, async (kubectl) => {
        await using hook = await HookServer.judging(({ object }) => {
          if (object.metadata.name === "bad") {
            return { allowed: false, status: { code: 403, message: "not that one" } };
          }
          const warnings = ["better not"];
          return { ...patching({ op: "add", path: "/data/added", value: "yes" }), warnings };
        });
        const configuration = configurationOf("one", { clientConfig: hook.config() });
        const apiVersion = `admissionregistration.${dialect === "orch" ? "orch" : "k8s"}.io/v1`;
        const kind = "MutatingWebhookConfiguration";
        const manifest = JSON.stringify({ apiVersion, kind, ...configuration });
        await kubectl.ok("create -f -", manifest);
        await kubectl.ok("get mutatingwebhookconfigurations");
        const refused = await kubectl.fails("create configmap bad --from-literal=a=b");
        assert(
          refused.includes(
            'admission webhook "one.hooks.example.com" denied the request: not that',
          ),
          refused,
        );
        const create = ["create", "configmap", "good", "--from-literal=a=b"];
        const { code, err } = await kubectl.run(create);
        assertEquals([code, err], [0, "Warning: better not\n"]);
        assertEquals(
          await kubectl.ok("get cm good -o 'jsonpath={.data}'"),
          '{"a":"b","added":"yes"}',
        );
        assert(/ 1 +/.test(await kubectl.ok(`get ${kind.toLowerCase()}s one --no-headers`)));
        const group = `admission.${dialect === "orch" ? "orch" : "k8s"}.io`;
        assertEquals(hook.reviews[0].apiVersion, `${group}/v1`);
        await kubectl.ok("delete mutatingwebhookconfiguration one");
      }),
  );
}

Deno.test(
  "no webhook is asked about what can't be",
  LOOSE,
  () =>
    withHook("mutating", () => {}, async ({ client }, hook) => {
      const nowhere = await client.post("/api/v1/namespaces/nowhere/configmaps", map("a"));
      assertEquals([nowhere.status, hook.reviews.length], [404, 0]);
      const immortal = await client.delete("/api/v1/namespaces/default");
      assertEquals([immortal.status, hook.reviews.length], [403, 0]);
    }, { rules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["*"], resources: ["*"] }] }),
);
