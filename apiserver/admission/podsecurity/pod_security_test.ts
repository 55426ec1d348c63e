import { configurationOf, testPlugin, type Write } from "../../../testing/admission.ts";
import type { AnyObject } from "../../../testing/api_client.ts";
import { startTestServer } from "../../../testing/api_server.ts";
import { auditTo } from "../../../testing/audit.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { testContext } from "../../../testing/server_context.ts";
import type { AdmissionRequest } from "../admission.ts";
import { NO_CONFIGURATION } from "../configuration/mod.ts";
import { podSecurity } from "./pod_security.ts";

const PREFIX = NAMES.kubernetes.labelPodSecurityPrefix;
const labels = (said: Record<string, string | null>, prefix = PREFIX) =>
  Object.fromEntries(Object.entries(said).map(([key, value]) => [`${prefix}${key}`, value]));
const enforcing = (level: string) => ({ labels: labels({ enforce: level }) });

const spec = (securityContext: AnyObject = {}) => ({
  containers: [{ name: "c", image: "i", securityContext }],
});
const PRIVILEGED = spec({ privileged: true });
const pod = (name: string, podSpec: AnyObject = PRIVILEGED, metadata: AnyObject = {}) => ({
  metadata: { name, ...metadata },
  spec: podSpec,
});
const ephemeral = (securityContext: AnyObject): Write => [
  "patch",
  "pods/p/ephemeralcontainers",
  { spec: { ephemeralContainers: [{ name: "e", image: "i", securityContext }] } },
];

testPlugin("podSecurity() refuses pods that are beyond the level of their namespace", {
  plugins: ["PodSecurity"],
}, [
  { name: "not where nothing is said", write: ["post", "pods", pod("p")] },
  {
    name: "at baseline",
    namespace: enforcing("baseline"),
    write: ["post", "pods", pod("p")],
    status: 403,
    message: 'pods "p" is forbidden: violates PodSecurity "baseline:latest": privileged ' +
      '(container "c" must not set securityContext.privileged=true)',
  },
  {
    name: "but not one that keeps to it",
    namespace: enforcing("baseline"),
    write: ["post", "pods", pod("p", spec())],
  },
  {
    name: "at restricted, in the order of what baseline and restricted have",
    namespace: enforcing("restricted"),
    write: ["post", "pods", pod("p", { ...PRIVILEGED, hostNetwork: true })],
    status: 403,
    message: 'host namespaces (hostNetwork=true), privileged (container "c" must not set ' +
      "securityContext.privileged=true), allowPrivilegeEscalation != false (",
  },
  {
    name: "as an old release had it",
    namespace: { labels: labels({ enforce: "restricted", "enforce-version": "v1.7" }) },
    write: ["post", "pods", pod("p", spec({ runAsNonRoot: true }))],
  },
  {
    name: "with a new image",
    namespace: enforcing("privileged"),
    before: [
      ["post", "pods", pod("p")],
      ["patch", "/api/v1/namespaces/$namespace", { metadata: enforcing("baseline") }],
      ["patch", "pods/p", { metadata: { labels: { a: "b" } } }],
    ],
    write: ["patch", "pods/p", {
      spec: { containers: [{ name: "c", image: "other", securityContext: { privileged: true } }] },
    }],
    status: 403,
    message: "violates PodSecurity",
  },
  {
    name: "with a container to debug it",
    namespace: enforcing("baseline"),
    before: [["post", "pods", pod("p", spec())]],
    write: ephemeral({ privileged: true }),
    status: 403,
    message: 'container "e" must not set securityContext.privileged=true',
  },
  {
    name: "but not with one that keeps to it",
    namespace: enforcing("baseline"),
    before: [["post", "pods", pod("p", spec())]],
    write: ephemeral({}),
  },
]);

const NAMESPACE = "/api/v1/namespaces";

testPlugin("podSecurity() refuses labels that say nothing", { plugins: ["PodSecurity"] }, [
  {
    name: "on a new namespace",
    write: ["post", NAMESPACE, {
      metadata: { name: "a", labels: labels({ enforce: "x", "warn-version": "1" }) },
    }],
    status: 422,
    message: 'Namespace "a" is invalid: ' +
      "[metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: " +
      '"x": must be one of privileged, baseline, restricted, ' +
      "metadata.labels[pod-security.kubernetes.io/warn-version]: Invalid value: " +
      '"1": must be "latest" or "v1.x"]',
  },
  {
    name: "on one that is there",
    write: ["patch", `${NAMESPACE}/$namespace`, { metadata: { labels: labels({ audit: "all" }) } }],
    status: 422,
  },
]);

const CONFIGURATION = configurationOf({
  PodSecurity: {
    apiVersion: "pod-security.admission.config.k8s.io/v1",
    kind: "PodSecurityConfiguration",
    defaults: { enforce: "baseline", "enforce-version": "v1.20", audit: "restricted" },
    exemptions: { usernames: ["somebody"], namespaces: ["exempt"], runtimeClasses: ["sandbox"] },
  },
});

/** What is asked, and what audit log and client are told of it. */
interface Told {
  readonly status: number;
  readonly annotations: Record<string, string>;
  readonly warnings: string[];
}

async function withServer(
  body: (
    ask: (verb: "post" | "patch", path: string, sent: AnyObject) => Promise<Told>,
    metrics: () => Promise<string>,
  ) => Promise<void>,
  configuration = NO_CONFIGURATION,
) {
  let annotations: Record<string, string> = {};
  await using server = await startTestServer({
    plugins: ["PodSecurity"],
    configuration,
    audit: auditTo(({ context }) => annotations = { ...context.annotations }),
  });
  const { client } = server;
  await body(async (verb, path, sent) => {
    const { status, headers } = verb === "post"
      ? await client.post(path, sent)
      : await client.patch(path, "merge", sent);
    const own = Object.entries(annotations).filter(([key]) => key.startsWith(PREFIX))
      .map(([key, value]) => [key.slice(PREFIX.length), value]);
    const warnings = (headers.get("warning") ?? "").split(/, (?=299)/).filter((one) => one !== "")
      .map((one) => JSON.parse(one.slice("299 - ".length)));
    return { status, annotations: Object.fromEntries(own), warnings };
  }, async () => (await client.get("/metrics")).text);
}

const VIOLATION = 'privileged (container "c" must not set securityContext.privileged=true)';

Deno.test("podSecurity() records and warns of what is beyond the levels for that", () =>
  withServer(async (ask, metrics) => {
    const said = labels({ audit: "baseline", "audit-version": "v1.3", warn: "baseline" });
    await ask("post", NAMESPACE, { metadata: { name: "n", labels: said } });
    assertEquals(await ask("post", `${NAMESPACE}/n/pods`, pod("p")), {
      status: 201,
      annotations: {
        "enforce-policy": "privileged:latest",
        "audit-violations": `would violate PodSecurity "baseline:v1.3": ${VIOLATION}`,
      },
      warnings: [`would violate PodSecurity "baseline:latest": ${VIOLATION}`],
    });
    const job = { template: { spec: { ...PRIVILEGED, restartPolicy: "Never" } } };
    for (
      const [path, made] of [
        ["apis/batch/v1/namespaces/n/cronjobs", {
          spec: { schedule: "* * * * *", jobTemplate: { spec: job } },
        }],
        ["api/v1/namespaces/n/podtemplates", { template: { spec: PRIVILEGED } }],
      ] as const
    ) {
      assertEquals(await ask("post", `/${path}`, { metadata: { name: "w" }, ...made }), {
        status: 201,
        annotations: {
          "audit-violations": `would violate PodSecurity "baseline:v1.3": ${VIOLATION}`,
        },
        warnings: [`would violate PodSecurity "baseline:latest": ${VIOLATION}`],
      }, path);
    }
    // Who is refused is not warned as well.
    await ask("patch", `${NAMESPACE}/n`, { metadata: enforcing("baseline") });
    const refused = await ask("post", `${NAMESPACE}/n/pods`, pod("q"));
    assertEquals([refused.status, refused.warnings], [403, []]);
    assertEquals(Object.keys(refused.annotations).sort(), ["audit-violations", "enforce-policy"]);
    const text = await metrics();
    for (
      const line of [
        'pod_security_evaluations_total{decision="deny",policy_level="baseline",' +
        'policy_version="v1.3",mode="audit",request_operation="create",resource="controller",' +
        'subresource=""} 2',
        'pod_security_evaluations_total{decision="deny",policy_level="baseline",' +
        'policy_version="latest",mode="enforce",request_operation="create",resource="pod",' +
        'subresource=""} 1',
        'pod_security_exemptions_total{request_operation="update",resource="pod",subresource=""} 0',
      ]
    ) assert(text.includes(line), line);
  }));

Deno.test("podSecurity() leaves alone who is exempt, and says so", () =>
  withServer(async (ask) => {
    const said = labels({ enforce: "restricted", warn: "restricted" });
    const made = await ask("post", NAMESPACE, { metadata: { name: "exempt", labels: said } });
    assertEquals(made.warnings, [
      'namespace "exempt" is exempt from Pod Security, and the policy ' +
      "(enforce=restricted:v1.20, warn=restricted:latest) will be ignored",
    ]);
    const inExempt = await ask("post", `${NAMESPACE}/exempt/pods`, pod("p"));
    assertEquals(inExempt, { status: 201, annotations: { exempt: "namespace" }, warnings: [] });
    const elsewhere = await ask("post", `${NAMESPACE}/default/pods`, pod("p"));
    assertEquals([elsewhere.status, elsewhere.annotations["enforce-policy"]], [
      403,
      "baseline:v1.20",
    ]);
    assertEquals(
      await ask(
        "post",
        `${NAMESPACE}/default/pods`,
        pod("p", { ...PRIVILEGED, runtimeClassName: "sandbox" }),
      ),
      { status: 201, annotations: { exempt: "runtimeClass" }, warnings: [] },
    );
  }, CONFIGURATION));

Deno.test("podSecurity() warns of the pods of a namespace that becomes stricter", () =>
  withServer(async (ask) => {
    await ask("post", NAMESPACE, { metadata: { name: "n" } });
    for (const name of ["b", "a"]) await ask("post", `${NAMESPACE}/n/pods`, pod(name));
    await ask("post", `${NAMESPACE}/n/pods`, pod("h", { ...spec(), hostPID: true }));
    const change = (said: Record<string, string | null>) =>
      ask("patch", `${NAMESPACE}/n`, { metadata: { labels: labels(said) } });
    assertEquals((await change({ warn: "restricted" })).warnings, []);
    assertEquals((await change({ enforce: "baseline" })).warnings, [
      'existing pods in namespace "n" violate the new PodSecurity enforce level "baseline:latest"',
      "a (and 1 other pod): privileged",
      "h: host namespaces",
    ]);
    assertEquals((await change({ enforce: "baseline", warn: null })).warnings, []);
    assertEquals((await change({ enforce: "privileged" })).warnings, []);
  }));

/** A request as the chain has it. */
function requestFor(plural: string, userName: string): AdmissionRequest {
  const request = {
    operation: "CREATE",
    resource: { group: "", resource: plural, namespaced: true },
    subresource: "",
    namespace: "n",
    name: "p",
    user: { name: userName, uid: "", groups: [], extra: {} },
    object: plural === "pods" ? pod("p") : { template: pod("p") },
    old: undefined,
    warnings: [],
    annotations: {},
    signal: new AbortController().signal,
  };
  return request as unknown as AdmissionRequest;
}

/** A server whose namespaces can't be read. */
const BROKEN = {
  find() {
    throw new Error("the store is gone");
  },
} as never;

Deno.test("podSecurity() refuses pods where it can't see the namespace, and records why", async () => {
  const context = testContext({ source: BROKEN });
  const plugin = podSecurity(context, CONFIGURATION);
  const asked = requestFor("pods", "anybody");
  await assertRejects(
    async () => await plugin.validate!(asked),
    /^Internal error occurred: failed to lookup namespace "n"$/,
  );
  const why = 'failed to lookup namespace "n": the store is gone';
  assertEquals(asked.annotations, { [`${PREFIX}error`]: `Internal error occurred: ${why}` });
  const template = requestFor("podtemplates", "anybody");
  await plugin.validate!(template);
  assertEquals(template.annotations, { [`${PREFIX}error`]: why });
  // Who is exempt is not asked for a namespace.
  const exempt = requestFor("pods", "somebody");
  await plugin.validate!(exempt);
  assertEquals(exempt.annotations, { [`${PREFIX}exempt`]: "user" });
});

Deno.test("podSecurity() ends with the request whose client has gone", async () => {
  const plugin = podSecurity(testContext({ source: BROKEN }), NO_CONFIGURATION);
  const asked = {
    ...requestFor("podtemplates", "a"),
    signal: AbortSignal.abort(new Error("gone")),
  };
  await assertRejects(async () => await plugin.validate!(asked), /^gone$/);
});

Deno.test("podSecurity() says no more of a pod than can be shown", () =>
  withServer(async (ask) => {
    const said = labels({ audit: "restricted", enforce: "restricted" });
    await ask("post", NAMESPACE, { metadata: { name: "n", labels: said } });
    const containers = Array.from({ length: 10_000 }, (_, at) => ({ name: `c${at}`, image: "i" }));
    const { status, annotations } = await ask(
      "post",
      `${NAMESPACE}/n/pods`,
      pod("p", { containers }),
    );
    assertEquals(status, 403);
    const text = annotations["audit-violations"]!;
    assert(
      text.length < 70_000 && / \.\.\. \(and \d+ characters more\)$/.test(text),
      text.slice(-99),
    );
  }));

Deno.test("podSecurity() reads the labels of its own dialect alone", async () => {
  await using server = await startTestServer({ plugins: ["PodSecurity"], dialect: "orch" });
  const { client } = server;
  const own = NAMES.orch.labelPodSecurityPrefix;
  for (const [name, prefix, status] of [["a", own, 403], ["b", PREFIX, 201]] as const) {
    const metadata = { name, labels: labels({ enforce: "baseline" }, prefix) };
    assertEquals((await client.post(NAMESPACE, { metadata })).status, 201);
    assertEquals((await client.post(`${NAMESPACE}/${name}/pods`, pod("p"))).status, status);
  }
});
