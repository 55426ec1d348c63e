import type { AnyObject, ApiClient } from "../../../testing/api_client.ts";
import {
  startTestServer,
  TEST_TOKEN,
  TESTER,
  type TestServer,
} from "../../../testing/api_server.ts";
import { auditTo } from "../../../testing/audit.ts";
import { assert, assertEquals, assertRejects } from "../../../toolkit/deps/assert.ts";
import { bearerTokens } from "../../../toolkit/authentication/bearer_tokens.ts";
import { tokenFile } from "../../authentication/token_file.ts";
import type { Attributes, Authorizer } from "../../authorization/authorizer.ts";

const ANY = { rule: "RunAsAny" };
const OPEN = {
  seLinux: ANY,
  runAsUser: ANY,
  fsGroup: ANY,
  supplementalGroups: ANY,
  volumes: ["*"],
};
const PODS = "/api/v1/namespaces/default/pods";
const POLICIES = "/apis/policy/v1beta1/podsecuritypolicies";
const PSP = "kubernetes.io/psp";

const spec = (securityContext: AnyObject = {}) => ({
  containers: [{ name: "c", image: "i", securityContext }],
});
const pod = (name: string, podSpec: AnyObject = spec(), metadata: AnyObject = {}) => ({
  metadata: { name, ...metadata },
  spec: podSpec,
});

interface Scene {
  readonly server: TestServer;
  /** May do everything but use policies. */
  readonly client: ApiClient;
  /** What may be used: `USER POLICY`, or `USER GROUP POLICY`. */
  readonly usable: Set<string>;
  readonly asked: Attributes[];
  policy(name: string, spec?: AnyObject, metadata?: AnyObject): Promise<void>;
  annotations(): Record<string, string>;
}

/** A server on which policies are used by those who are named. */
async function withPolicies(body: (scene: Scene) => Promise<void>): Promise<void> {
  const usable = new Set<string>();
  const asked: Attributes[] = [];
  const authorizer: Authorizer = {
    authorize(attributes) {
      const { user, verb, name, group } = attributes;
      if (verb !== "use") return { decision: "allow", reason: "" };
      asked.push(attributes);
      const isUsable = usable.has(`${user.name} ${name}`) ||
        usable.has(`${user.name} ${group} ${name}`);
      return { decision: isUsable ? "allow" : "no opinion", reason: "" };
    },
  };
  let annotations: Record<string, string> = {};
  await using server = await startTestServer({
    plugins: ["PodSecurityPolicy"],
    isServed: ({ onByDefault, group, version }) =>
      onByDefault || group === "policy" && version === "v1beta1",
    authenticator: bearerTokens([tokenFile(new Map([[TEST_TOKEN, TESTER]]))]),
    authorizer,
    audit: auditTo(({ context }) => annotations = { ...context.annotations }),
  });
  const { client } = server;
  await body({
    server,
    client,
    usable,
    asked,
    annotations: () => annotations,
    async policy(name, more = {}, metadata = {}) {
      const { status, text } = await client.post(POLICIES, {
        metadata: { name, ...metadata },
        spec: { ...OPEN, ...more },
      });
      assertEquals(status, 201, text);
    },
  });
}

Deno.test("podSecurityPolicy() refuses every pod where there are no policies", () =>
  withPolicies(async ({ client }) => {
    const { status, json } = await client.post(PODS, pod("p"));
    assertEquals([status, json.message], [
      403,
      'pods "p" is forbidden: no providers available to validate pod request',
    ]);
  }));

Deno.test("podSecurityPolicy() takes the first usable policy that changes nothing, else the first", () =>
  withPolicies(async ({ client, policy, usable, annotations }) => {
    await policy("a-not-for-us", { privileged: true });
    await policy("b-read-only", { readOnlyRootFilesystem: true });
    await policy("c-as-it-is");
    await policy("d-as-it-is");
    for (const name of ["b-read-only", "d-as-it-is"]) usable.add(`tester ${name}`);
    const made = await client.post(PODS, pod("p"));
    assertEquals(made.json.metadata.annotations, { [PSP]: "d-as-it-is" }, made.text);
    assertEquals(made.json.spec.containers[0].securityContext, {});
    usable.delete("tester d-as-it-is");
    const filled = await client.post(PODS, pod("q", spec(), { annotations: { [PSP]: "made up" } }));
    assertEquals(filled.json.metadata.annotations, { [PSP]: "b-read-only" }, filled.text);
    assertEquals(filled.json.spec.containers[0].securityContext, { readOnlyRootFilesystem: true });
    assertEquals(annotations(), {
      ...annotations(),
      "podsecuritypolicy.policy.k8s.io/admit-policy": "b-read-only",
      "podsecuritypolicy.policy.k8s.io/validate-policy": "b-read-only",
    });
  }));

Deno.test("podSecurityPolicy() says what is wrong by the policies that may be used, and no others", () =>
  withPolicies(async ({ client, policy, usable }) => {
    await policy("a", {}, {});
    await policy("b", { runAsUser: { rule: "MustRunAs", ranges: [{ min: 5, max: 6 }] } });
    await policy("secret", { allowedCapabilities: ["SECRET"] });
    for (const name of ["a", "b"]) usable.add(`tester ${name}`);
    const bad = pod("p", spec({ privileged: true, runAsUser: 1 }));
    const { status, json } = await client.post(PODS, bad);
    const at = "spec.containers[0].securityContext";
    const privileged =
      `${at}.privileged: Invalid value: true: Privileged containers are not allowed`;
    assertEquals([status, json.message], [
      403,
      'pods "p" is forbidden: unable to validate against any pod security policy: ' +
      `[${privileged} ${at}.runAsUser: Invalid value: 1: must be in the ranges: [{5 6}] ${privileged}]`,
    ]);
    usable.clear();
    const unusable = await client.post(PODS, pod("p"));
    assertEquals(
      unusable.json.message,
      'pods "p" is forbidden: unable to validate against any pod security policy: []',
    );
  }));

Deno.test("podSecurityPolicy() asks for the account of the pod first, in both groups, then for the user", () =>
  withPolicies(async ({ client, policy, usable, asked }) => {
    await policy("a");
    usable.add("system:serviceaccount:default:robot extensions a");
    const own = { ...spec(), serviceAccountName: "robot" };
    assertEquals((await client.post(PODS, pod("p", own))).status, 201);
    assertEquals((await client.post(PODS, pod("q"))).status, 403);
    const [first, second] = asked;
    assertEquals(
      [first, second].map((one) => [one?.user.name, one?.group, one?.version, one?.namespace]),
      [
        ["system:serviceaccount:default:robot", "policy", "*", "default"],
        ["system:serviceaccount:default:robot", "extensions", "*", "default"],
      ],
    );
    assertEquals(first?.user.groups, ["system:serviceaccounts", "system:serviceaccounts:default"]);
    assertEquals([first?.resource, first?.name, first?.isResource], [
      "podsecuritypolicies",
      "a",
      true,
    ]);
    assertEquals(
      new Set(asked.slice(2).map(({ user }) => user.name)),
      new Set([
        "system:serviceaccount:default:robot",
        "tester",
      ]),
    );
  }));

Deno.test("podSecurityPolicy() judges a changed pod again, and fills in nothing", () =>
  withPolicies(async ({ client, policy, usable, annotations }) => {
    await policy("a");
    usable.add("tester a");
    assertEquals((await client.post(PODS, pod("p"))).status, 201);
    const label = (value: string) =>
      client.patch(`${PODS}/p`, "merge", { metadata: { labels: { l: value } } });
    assertEquals((await label("1")).status, 200);
    assertEquals(annotations()["podsecuritypolicy.policy.k8s.io/validate-policy"], "a");
    assertEquals(annotations()["podsecuritypolicy.policy.k8s.io/admit-policy"], undefined);
    // A policy that would have to fill something in allows no change.
    await policy("b", { readOnlyRootFilesystem: true });
    usable.add("tester b");
    usable.delete("tester a");
    assertEquals((await label("2")).status, 403);
    // Collecting garbage goes on, and so does the status.
    const owner = { apiVersion: "v1", kind: "Node", name: "n", uid: "u" };
    const owned = { metadata: { ownerReferences: [owner], finalizers: ["example.com/f"] } };
    assertEquals((await client.patch(`${PODS}/p`, "merge", owned)).status, 200);
    const status = { status: { phase: "Running" } };
    assertEquals((await client.patch(`${PODS}/p/status`, "merge", status)).status, 200);
  }));

Deno.test("podSecurityPolicy() judges containers to debug with, and completes them alone", () =>
  withPolicies(async ({ client, policy, usable }) => {
    await policy("a", { allowPrivilegeEscalation: false });
    usable.add("tester a");
    assertEquals((await client.post(PODS, pod("p"))).status, 201);
    const debug = (securityContext: AnyObject) =>
      client.patch(`${PODS}/p/ephemeralcontainers`, "strategic", {
        spec: { ephemeralContainers: [{ name: "e", image: "i", securityContext }] },
      });
    const refused = await debug({ privileged: true });
    assertEquals(refused.status, 403);
    assert(refused.json.message.includes("spec.ephemeralContainers[0].securityContext.privileged"));
    // Another policy would have to change more than the new container.
    await policy("0", { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    usable.add("tester 0");
    const taken = await debug({});
    assertEquals(taken.status, 200, taken.text);
    const [container] = taken.json.spec.ephemeralContainers;
    assertEquals(container.securityContext, { allowPrivilegeEscalation: false });
    assertEquals(taken.json.metadata.annotations, { [PSP]: "a" });
    usable.delete("tester a");
    assertEquals((await debug({ readOnlyRootFilesystem: true })).status, 403);
  }));

Deno.test("podSecurityPolicy() refuses pods that make no sense as others do", () =>
  withPolicies(async ({ client, policy, usable }) => {
    await policy("a", {
      allowedHostPaths: [{ pathPrefix: "/a", readOnly: true }],
      allowedUnsafeSysctls: ["a.*"],
      allowedFlexVolumes: [{ driver: "d" }],
      allowedCSIDrivers: [{ name: "d" }],
      allowedCapabilities: ["A"],
      runAsUser: { rule: "MustRunAs", ranges: [{ min: 5, max: 6 }] },
    }, { annotations: { "seccomp.security.alpha.kubernetes.io/allowedProfileNames": "a" } });
    usable.add("tester a");
    for (
      const odd of [
        {},
        { containers: [] },
        { containers: [{}] },
        { containers: null, initContainers: [null] },
        { volumes: [{}, { hostPath: {} }, { flexVolume: {} }, { csi: {} }, { projected: {} }] },
        { volumes: [{ projected: { sources: null } }, { projected: { sources: [{}] } }] },
        { securityContext: { sysctls: [{}], seccompProfile: {}, appArmorProfile: {} } },
        {
          containers: [{
            ports: [{}],
            volumeMounts: [{}],
            securityContext: {
              capabilities: { add: null, drop: [] },
              seccompProfile: {},
              seLinuxOptions: {},
              runAsUser: -1,
            },
          }],
        },
      ]
    ) {
      const { status, text } = await client.post(
        PODS,
        pod("p", { ...spec(), ...odd } as AnyObject),
      );
      assert(status === 403 || status === 422 || status === 400, `${JSON.stringify(odd)}: ${text}`);
      assert(!text.includes("nternal"), text);
    }
  }));

Deno.test("podSecurityPolicy() says no more than can be read of a pod that breaks everything", () =>
  withPolicies(async ({ client, policy, usable }) => {
    await policy("a");
    usable.add("tester a");
    const containers = Array.from({ length: 2000 }, (_, at) => ({
      name: `c${at}`,
      image: "i",
      securityContext: { privileged: true },
    }));
    const { status, json } = await client.post(PODS, pod("p", { containers }));
    assertEquals(status, 403);
    assert(
      json.message.length < 40_000 && /and \d+ more\]$/.test(json.message),
      json.message.slice(-99),
    );
  }));

Deno.test("podSecurityPolicy() refuses a pod with more mistakes than a call has arguments", () =>
  withPolicies(async ({ client, policy, usable }) => {
    const ranges = [{ min: 1, max: 1 }];
    await policy("a", { supplementalGroups: { rule: "MustRunAs", ranges } });
    usable.add("tester a");
    const supplementalGroups = Array.from({ length: 300_000 }, () => 2);
    const { status, json } = await client.post(
      PODS,
      pod("p", { ...spec(), securityContext: { supplementalGroups } }),
    );
    assertEquals(status, 403);
    const { length } = json.message;
    assert(length < 40_000 && /and \d+ more\]$/.test(json.message), json.message.slice(-99));
  }));

Deno.test("podSecurityPolicy() stops the start where there is no such API", async () => {
  await assertRejects(
    async () => {
      await using _ = await startTestServer({
        plugins: ["PodSecurityPolicy"],
        isServed: ({ onByDefault, group, version }) =>
          onByDefault && !(group === "policy" && version === "v1beta1"),
      });
    },
    /PodSecurityPolicy needs an API that this server does not serve: add --runtime-config=policy\/v1beta1=true/,
  );
});

Deno.test("podSecurityPolicy() writes the annotation of its dialect", async () => {
  await using server = await startTestServer({
    plugins: ["PodSecurityPolicy"],
    dialect: "orch",
    isServed: ({ onByDefault, group, version }) =>
      onByDefault || group === "policy" && version === "v1beta1",
  });
  const { client } = server;
  await client.post(POLICIES, { metadata: { name: "a" }, spec: OPEN });
  const { json } = await client.post(PODS, pod("p"));
  assertEquals(json.metadata.annotations, { "orch.io/psp": "a" });
});
