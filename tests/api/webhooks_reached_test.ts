/** How webhooks are reached, who they learn asks, and what is told of them. */
import { auditTo } from "../../testing/audit.ts";
import { testWith } from "../../testing/requirements.ts";
import { withKubectl } from "./with_kubectl.ts";
import { startTestServer } from "../../testing/api_server.ts";
import { makeAuthority, makeCertificate, USAGE } from "../../toolkit/certificates/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { configurationOf, HookServer, installHook, patching } from "./hook_server.ts";
import { LOOSE, map, MAPS, withHook } from "./with_hook.ts";

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
        timeoutSeconds: 30,
      });
    await install(hook.pinned);
    const judged = await server.client.post(MAPS, map("a"));
    assertEquals([judged.status, paths], [400, ["/failing?timeout=30s"]]);
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
    timeoutSeconds: 30,
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
  // Members that no operation has are left alone, digits and all; the audit log has all of them by their names.
  const patch = '[{"op":"add","path":"/data","value":{"a":"b"},"note":9007199254740993}]';
  const shown = '[{"note":9007199254740993,"op":"add","path":"/data","value":{"a":"b"}}]';
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
      `{"configuration":"change","webhook":"${webhook}","patch":${shown},"patchType":"JSONPatch"}`,
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
