/**
 * This server and the reference's, both with ABAC and an authorization configuration: the same answers by the
 * same policies, and the same questions to the same webhook.
 */
import { HttpsPeer } from "../../testing/https_peer.ts";
import { slowTests, testWith } from "../../testing/requirements.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { type Answer, asker, type Question } from "../differential/asker.ts";
import { SIDES, startPair } from "../differential/servers.ts";

const TOKENS = [
  "admin,admin,1,system:masters",
  'jane,jane,7,"devs,ops"',
  "bob,bob,8",
];

const POLICIES = [
  "# who may what",
  policy({ user: "jane", namespace: "default", resource: "pods", readonly: true }),
  policy({ group: "ops", namespace: "*", resource: "*", apiGroup: "apps" }),
  policy({ user: "*", nonResourcePath: "/version*" }),
  policy({ user: "bob", group: "ops", namespace: "*", resource: "*", apiGroup: "*" }),
  policy({ user: "bob", namespace: "", resource: "nodes" }),
  '{"user":"carol","namespace":"shop"}',
  '{"group":"old","readonly":true}',
  '{"user":"*","resource":"events"}',
];

function policy(spec: object): string {
  return JSON.stringify({
    apiVersion: "abac.authorization.kubernetes.io/v1beta1",
    kind: "Policy",
    spec,
  });
}

const REVIEWS = "/apis/authorization.k8s.io/v1";

function questions(): unknown[] {
  const people = [
    { user: "jane", groups: ["devs", "system:authenticated"] },
    { user: "jane", groups: ["ops"] },
    { user: "bob", groups: ["ops", "system:authenticated"] },
    { user: "bob" },
    { user: "carol", groups: ["system:authenticated"] },
    { user: "x", groups: ["old"] },
    { user: "x", groups: ["system:unauthenticated"] },
    { groups: [""] },
  ];
  const resources = [
    { resource: "pods" },
    { resource: "pods", subresource: "log", name: "a" },
    { resource: "deployments", group: "apps" },
    { resource: "nodes" },
    { resource: "events" },
    { resource: "*", group: "*" },
  ];
  return people.flatMap((who) => [
    ...["default", "shop", ""].flatMap((namespace) =>
      ["get", "list", "create", "deletecollection", "*"].flatMap((verb) =>
        resources.map((one) => ({
          ...who,
          resourceAttributes: { ...one, verb, ...(namespace !== "" && { namespace }) },
        }))
      )
    ),
    ...["/version", "/version/a", "/", "", "/metrics"].flatMap((path) =>
      ["get", "post"].map((verb) => ({ ...who, nonResourceAttributes: { path, verb } }))
    ),
  ]);
}

async function comparePolicies(t: Deno.TestContext): Promise<void> {
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, POLICIES.join("\n"));
  try {
    await using pair = await startPair({
      flags: ["--authorization-mode=ABAC", `--authorization-policy-file=${file}`],
      tokens: TOKENS,
    });
    const ask = asker(pair);
    await t.step("reviews", async () => {
      let allowed = 0;
      for (const spec of questions()) {
        const answers = await Promise.all(
          SIDES.map((side) =>
            ask(side, { as: "admin", path: `${REVIEWS}/subjectaccessreviews`, body: { spec } })
          ),
        );
        const [ours, theirs] = answers.map(({ json }) => json.status);
        assertEquals(ours, theirs, JSON.stringify(spec));
        if (theirs.allowed) allowed++;
      }
      console.log(`${questions().length} reviews compared, ${allowed} of them allowed`);
      assert(allowed > 0);
    });
    await t.step("what somebody may do", async () => {
      for (const as of ["admin", "jane", "bob"]) {
        for (const namespace of ["default", "shop"]) {
          const body = { spec: { namespace } };
          const [ours, theirs] = await Promise.all(
            SIDES.map((side) =>
              ask(side, { as, path: `${REVIEWS}/selfsubjectrulesreviews`, body })
            ),
          );
          assertEquals(ours!.status, theirs!.status, as);
          assertEquals(ours!.json.status, theirs!.json.status, as);
        }
      }
    });
  } finally {
    await Deno.remove(file);
  }
}

/** Conditions, by whether they let the webhook be asked about what is asked below. */
const CONDITIONS = [
  "has(request.resourceAttributes) || request.nonResourceAttributes.path != '/healthz'",
  "request.user != 'kept-out'",
  "!('out' in request.groups)",
];

const PATHS = [
  "/api/v1/namespaces/default/pods",
  "/api/v1/namespaces/default/pods?labelSelector=app%20in%20(a,b),!c,d!%3De&fieldSelector=spec.nodeName%3Dn,status.phase!%3DX",
  "/api/v1/namespaces/default/pods/a/log",
  "/apis/apps/v1/deployments?watch=1&labelSelector=x",
  "/apis/apps/v1/deployments?labelSelector=(((",
  "/version/",
  "/metrics",
  "/api/v1/namespaces/default",
];

async function compareWebhooks(t: Deno.TestContext): Promise<void> {
  const folder = await Deno.makeTempDir();
  let status: unknown = { allowed: false, reason: "no" };
  await using peer = await HttpsPeer.start(({ body }) => {
    const { apiVersion } = JSON.parse(body);
    return { body: { apiVersion, kind: "SubjectAccessReview", status } };
  });
  await Deno.writeTextFile(`${folder}/hook`, peer.clientConfig("/authorize"));
  const hook = (name: string, version: string) => ({
    type: "Webhook",
    name,
    webhook: {
      timeout: "5s",
      cacheAuthorizedRequests: false,
      cacheUnauthorizedRequests: false,
      subjectAccessReviewVersion: version,
      matchConditionSubjectAccessReviewVersion: "v1",
      failurePolicy: "Deny",
      connectionInfo: { type: "KubeConfigFile", kubeConfigFile: `${folder}/hook` },
      matchConditions: CONDITIONS.map((expression) => ({ expression })),
    },
  });
  await Deno.writeTextFile(
    `${folder}/config`,
    JSON.stringify({
      apiVersion: "apiserver.config.k8s.io/v1",
      kind: "AuthorizationConfiguration",
      authorizers: [hook("one", "v1"), hook("two", "v1beta1")],
    }),
  );
  try {
    await using pair = await startPair({
      flags: [`--authorization-config=${folder}/config`],
      tokens: TOKENS,
    });
    const ask = asker(pair);
    const both = async (question: Question) => {
      const seen = [];
      for (const side of SIDES) {
        const before = peer.requests.length;
        const answer = await ask(side, question);
        const bodies = peer.requests.slice(before).map(({ body }) => JSON.parse(body));
        seen.push({ ...shown(answer), bodies: bodies.map(reviewOf) });
      }
      return seen;
    };
    for (
      const next of [
        status,
        { allowed: false, denied: true, reason: "never" },
        { allowed: true, denied: true },
        { allowed: "yes" },
        {},
      ]
    ) {
      status = next;
      await t.step(JSON.stringify(next), async () => {
        for (const path of PATHS) {
          const [ours, theirs] = await both({ as: "jane", path });
          assertEquals(ours!.bodies, theirs!.bodies, path);
          assertEquals(ours!.status, theirs!.status, path);
          if (theirs!.status === 403) assertEquals(ours!.message, theirs!.message, path);
        }
        for (const user of ["kept-out", "somebody"]) {
          const spec = { user, resourceAttributes: { verb: "get", resource: "pods" } };
          const [ours, theirs] = await both({
            as: "admin",
            path: `${REVIEWS}/subjectaccessreviews`,
            body: { spec },
          });
          assertEquals(ours!.bodies, theirs!.bodies, user);
          assertEquals(ours!.allowed, theirs!.allowed, user);
        }
      });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What a webhook was asked; of lists without an order, in one. */
function reviewOf(body: { spec: Record<string, unknown> }): unknown {
  return { ...body, metadata: {}, spec: sorted(body.spec) };
}

// deno-lint-ignore no-explicit-any -- any JSON.
function sorted(value: any): any {
  if (Array.isArray(value)) {
    const all = value.map(sorted);
    return all.sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  }
  if (typeof value !== "object" || value === null) return value;
  // The token's id is another one on each side.
  const entries = Object.entries(value).filter(([key]) => !key.endsWith("/credential-id"));
  return Object.fromEntries(
    entries.sort(([a], [b]) => a < b ? -1 : 1).map(([key, one]) => [
      key,
      sorted(one),
    ]),
  );
}

function shown({ status, json }: Answer) {
  const { allowed, denied, evaluationError, reason } = json?.status ?? {};
  // What can't be read is told in the words of who reads.
  const failed = evaluationError !== undefined;
  return { status, message: json?.message, allowed: { allowed, denied, reason, failed } };
}

for (
  const [name, body] of [
    ["policies of a file allow what they allow on the reference's server", comparePolicies],
    ["webhooks are asked what the reference asks them", compareWebhooks],
  ] as const
) {
  if (slowTests()) testWith(["go"], name, body);
  else Deno.test.ignore(`${name} [in ./orch test --slow]`, () => {});
}
